import { expect, it } from 'vitest'
import { CERTIFICATE } from '../../../testing/channels/certificate.ts'
import { ALARM, opened, problemsOf } from '../../../testing/channels/channel-kit.ts'
import { levelState, rowOf } from '../../../testing/channels/rows.ts'
import { SMTP_PASSWORD as PASSWORD, startSmtpServer } from '../../../testing/channels/smtp-server.ts'
import { Busy } from './busy.ts'

function entryOf(port: number, over: object = {}) {
  return {
    id: 'duty',
    kind: 'email',
    host: 'localhost',
    port,
    ca: CERTIFICATE,
    allowPrivate: true,
    user: 'brontide',
    password: PASSWORD,
    from: 'Brontide <map@example.com>',
    to: ['duty@example.com'],
    ...over,
  }
}

it('is a mail of plain text, encrypted from the first byte, with the receipt of the server', async () => {
  const { mails, port } = await startSmtpServer()
  const { send } = opened(entryOf(port))
  expect(await send()).toBe('250 queued as 4711')
  expect(mails).toMatchObject([{ from: 'map@example.com', to: ['duty@example.com'], isEncrypted: true }])
  const unfolded = mails[0]!.text.replaceAll('\r\n ', ' ')
  expect(unfolded).toContain('Subject: SIMULATED DATA: INNER RING: lightning within 5 km of East Golf Course')
  expect(mails[0]!.text).toContain('Not a warning system')
  expect(mails[0]!.text).toMatch(/^Content-Type: text\/plain/m)
})

it('is in Chinese where the channel is, and has the same Message-ID in each repeat', async () => {
  const { mails, port } = await startSmtpServer()
  const { send } = opened(entryOf(port, { lang: 'zh' }))
  await send()
  await send()
  await send({ ...ALARM, id: 'golf.quiet.1' })
  const ids = mails.map(({ text }) => /^Message-ID: (.*)$/m.exec(text)?.[1])
  expect(ids[0]).toMatch(/^<[0-9a-f]{32}@example.com>/)
  expect([ids[1] === ids[0], ids[2] === ids[0]]).toEqual([true, false])
  const encoded = mails[0]!.text.split('\r\n\r\n')[1]!
  expect(Buffer.from(encoded, 'base64').toString()).toContain('【内圈】东高尔夫球场 5 km 内有闪电')
})

it('refers in all mails of an incident to the same, and in those of another to another', async () => {
  const { mails, port } = await startSmtpServer()
  const { send } = opened(entryOf(port))
  const row = (id: string, incident: string, place = 'golf') =>
    rowOf({ place, levels: [levelState('r5', 'on')], atMs: 0, over: { id, incident } })
  const [first, second] = ['2026-07-01T08:00:00.000Z', '2026-07-01T12:00:00.000Z'] as const
  for (const alarm of [row('a', first), row('b', first), row('c', second), row('d', first, 'farm')]) await send(alarm)
  await send({ ...ALARM, id: 'without' })
  const references = mails.map(({ text }) => /^References: (<[0-9a-f]{32}@example.com>)/m.exec(text)?.[1])
  expect(references[0]).toBeDefined()
  expect(references[1]).toBe(references[0])
  expect(new Set(references.slice(1)).size).toBe(4)
  expect(references[4]).toBeUndefined()
})

it('has one line of a subject and no injected header, for any name of a place', async () => {
  const { mails, port } = await startSmtpServer()
  const { send } = opened(entryOf(port))
  const name = 'Gate\r\nBcc: victim@example.com\r\n\r\nALL CLEAR at ZSPD\u202e'
  await send({ ...ALARM, place: { ...ALARM.place!, name } })
  const [head = '', body = ''] = mails[0]!.text.split(/\r\n\r\n/)
  expect(head).not.toMatch(/^Bcc:/m)
  expect(head.replaceAll('\r\n ', ' ')).toMatch(/^Subject: .*Gate Bcc: victim@example.com {1,2}ALL CLEAR at ZSPD$/m)
  expect(body).not.toMatch(/^ALL CLEAR/m)
})

it('turns a plain line into an encrypted one by STARTTLS before it says a password, or sends nothing', async () => {
  const able = await startSmtpServer({ secure: false })
  await opened(entryOf(able.port, { tls: 'starttls' })).send()
  expect(able.mails.map(({ isEncrypted }) => isEncrypted)).toEqual([true])
  const unable = await startSmtpServer({ secure: false, hideSTARTTLS: true, disabledCommands: ['STARTTLS'] })
  await expect(opened(entryOf(unable.port, { tls: 'starttls' })).send()).rejects.toThrow()
  expect(unable.mails).toEqual([])
})

it('is rejected with an untrusted certificate', async () => {
  const { mails, port } = await startSmtpServer()
  await expect(opened(entryOf(port, { ca: undefined })).send()).rejects.toThrow('connection failed')
  expect(mails).toEqual([])
})

it('says how many addresses were refused, and fails where all were', async () => {
  const { mails, port } = await startSmtpServer()
  const { send } = opened(entryOf(port, { to: ['duty@example.com', 'gone@example.com'] }))
  expect(await send()).toBe('250 queued as 4711; refused: 1 of 2 addresses')
  await expect(opened(entryOf(port, { to: ['gone@example.com'] })).send()).rejects.toThrow(/^SMTP server returned 550$/)
  expect(mails).toHaveLength(1)
})

it('repeats no password of any server response', async () => {
  const { port } = await startSmtpServer()
  const said = opened(entryOf(port, { password: 'a wrong password' })).send()
  await expect(said).rejects.toThrow(/^SMTP server returned 535$/)
})

it('waits while the server rejects messages temporarily', async () => {
  const { port } = await startSmtpServer({
    onMailFrom: (_address, _session, done) => done(Object.assign(new Error('too much'), { responseCode: 421 })),
  })
  const said = opened(entryOf(port)).send()
  await expect(said).rejects.toThrow(new Busy('SMTP server returned 421', null))
  await expect(said).rejects.toBeInstanceOf(Busy)
})

it('reaches no machine of private ranges unless allowed', async () => {
  const { mails, port } = await startSmtpServer()
  for (const host of ['localhost', '127.0.0.1', '169.254.169.254']) {
    await expect(opened(entryOf(port, { host, allowPrivate: false })).send()).rejects.toThrow('allowPrivate')
  }
  expect(mails).toEqual([])
})

it.each([
  [{ tls: 'none' }, 'must have a tls other than none where a password is sent'],
  [{ password: undefined }, 'must have both user and password, or neither'],
  [{ ca: PASSWORD }, 'ca must be a certificate as PEM'],
  [{ to: [] }, /^channel 1: to /],
  [{ dailyReport: '7:00', places: ['golf'] }, 'channel 1: dailyReport must be a time such as "07:00"'],
  [{ dailyReport: '07:00' }, 'places must be named where there is a dailyReport'],
])('is refused with settings that are wrong: %j', (over, problem) => {
  const problems = problemsOf([entryOf(25, over)])
  expect(problems).toEqual([expect.stringMatching(problem)])
  expect(problems.join()).not.toContain(PASSWORD)
})
