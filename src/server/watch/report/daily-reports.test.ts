import { expect, it } from 'vitest'
import { CERTIFICATE } from '../../../testing/channels/certificate.ts'
import { channelsOf } from '../../../testing/channels/channel-kit.ts'
import { SMTP_PASSWORD, startSmtpServer } from '../../../testing/channels/smtp-server.ts'
import { observed, strikeAt } from '../../../testing/history-kit.ts'
import { placeOf, setUpWatch } from '../../../testing/watch-kit.ts'

const MINUTE = 60_000
/** June 30 in Shanghai, where local time is 16:00 when a test begins. */
const DAY = { fromMs: Date.UTC(2026, 5, 29, 16), toMs: Date.UTC(2026, 5, 30, 16) }

const entryOf = (port: number) => ({
  id: 'duty',
  kind: 'email',
  host: 'localhost',
  port,
  ca: CERTIFICATE,
  allowPrivate: true,
  user: 'brontide',
  password: SMTP_PASSWORD,
  from: 'map@example.com',
  to: ['duty@example.com'],
  places: ['golf'],
  stages: ['alarm'],
  dailyReport: '16:03',
})

async function setUp(over: object = {}) {
  const server = await startSmtpServer()
  const entry = { ...entryOf(server.port), ...over }
  const places = [placeOf('golf', { timeZone: 'Asia/Shanghai', nameZh: '高尔夫' }), placeOf('other')]
  const world = await setUpWatch({ channels: channelsOf([entry]), places })
  await world.history.write({ kind: 'strikes', records: [strikeAt(DAY.fromMs + MINUTE, { lat: 31.02, lon: 121 })] })
  return Object.assign(world, server)
}

/** The parts of a mail, decoded, by type. */
function partsOf(text: string): Record<string, string> {
  const [, boundary = ''] = /boundary="([^"]+)"/.exec(text) ?? []
  const parts = text.split(`--${boundary}`).slice(1, -1)
  return Object.fromEntries(
    parts.map((part) => {
      const [head = '', ...body] = part.split('\r\n\r\n')
      const [, type = ''] = /Content-Type: ([\w/]+)/.exec(head) ?? []
      const bytes = Buffer.from(body.join('\r\n\r\n'), /base64/.test(head) ? 'base64' : 'utf8')
      return [/attachment/.test(head) ? `attached ${type}` : type, bytes.toString().replaceAll('=\r\n', '')]
    }),
  )
}

it('is sent once a day, at the local time of the place, with the day before and its table, also after a restart', async () => {
  const world = await setUp()
  const { clock, mails, history } = world
  await history.write(observed(DAY.fromMs, DAY.toMs))
  await clock.advance(2 * MINUTE)
  expect(mails).toEqual([])
  await clock.advance(2 * MINUTE)
  await expect.poll(() => mails.length).toBe(1)
  const [{ text }] = mails as [(typeof mails)[0]]
  expect(text).toContain('Subject: SIMULATED DATA: Lightning at Place golf on 2026-06-30')
  expect(text).not.toContain('data coverage')
  const parts = partsOf(text)
  expect(parts['text/html']).toContain('<h1>Lightning at Place golf</h1>')
  expect(parts['attached text/csv']).toContain('2026-06-29T16:00:00.000Z,golf,1,1,1,1')
  expect(parts['attached text/html']).toContain('<svg')
  await expect.poll(async () => (await history.watch.states('daily/')).get('duty/golf')).toBe('2026-07-01')
  await world.reopen()
  await clock.advance(20 * MINUTE)
  expect(mails).toHaveLength(1)
})

it('states that a day was unobserved, and retries a failed e-mail', async () => {
  const world = await setUp({ lang: 'zh', to: ['gone@example.com'] })
  await world.clock.advance(2 * MINUTE)
  await world.clock.advance(2 * MINUTE)
  await expect.poll(() => world.lines.join()).toContain('SMTP server returned 550')
  expect(await world.history.watch.states('daily/')).toEqual(new Map([['duty/golf', '2026-06-30']]))
  const entry = {
    id: 'duty',
    kind: 'email',
    host: 'localhost',
    port: world.port,
    ca: CERTIFICATE,
    allowPrivate: true,
    user: 'brontide',
    password: SMTP_PASSWORD,
    from: 'map@example.com',
    to: ['duty@example.com'],
    lang: 'zh',
    places: ['golf'],
    dailyReport: '16:03',
    events: ['up'],
  }
  await world.reopen({ channels: channelsOf([entry]) })
  await world.clock.advance(2 * MINUTE)
  await expect.poll(() => world.mails.length).toBe(1)
  const subject = /^Subject: ((?:.|\r\n )*)/m.exec(world.mails[0]!.text)?.[1] ?? ''
  const words = [...subject.matchAll(/=\?UTF-8\?(\w)\?([^?]*)\?=/gi)].map(([, how, part = '']) =>
    how === 'B'
      ? Buffer.from(part, 'base64')
      : Buffer.from(decodeURIComponent(part.replaceAll('_', ' ').replaceAll('=', '%'))),
  )
  expect(Buffer.concat(words).toString()).toBe('【模拟数据】高尔夫 2026-06-30 闪电日报：全天数据覆盖率 0%')
})

it('is sent for places that request it, including drawn ones, to the recipients of their alarms', async () => {
  const world = await setUp({ places: ['*'], dailyReport: undefined })
  const { clock, mails, history, places } = world
  const asks = { timeZone: 'Asia/Shanghai', dailyReport: '16:03' }
  places.setDrawn(new Map([['farm', placeOf('farm', asks, 1)]]))
  await clock.advance(4 * MINUTE)
  await expect.poll(() => mails.length).toBe(1)
  expect(mails[0]!.text).toContain('Lightning at Place farm on 2026-06-30')
  await expect.poll(async () => [...(await history.watch.states('daily/'))]).toEqual([['duty/farm', '2026-07-01']])
  const onlyIfUnseen = { id: 'chief', places: ['*'], dailyReport: undefined, ifUnacknowledged: true }
  const duty = { ...entryOf(world.port), places: ['*'], dailyReport: undefined }
  await world.reopen({ channels: channelsOf([{ ...duty, ...onlyIfUnseen }, duty]) })
  clock.sleep(23.9 * 60 * MINUTE)
  await clock.advance(8 * MINUTE)
  // Silent channels are tested by separate mails.
  await expect.poll(() => mails.filter(({ text }) => text.includes('Lightning at Place farm')).length).toBe(2)
  await expect.poll(async () => [...(await history.watch.states('daily/'))]).toEqual([['duty/farm', '2026-07-02']])
})
