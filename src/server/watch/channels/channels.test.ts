import { createHmac } from 'node:crypto'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Alarm } from '../../../contract/watch/alarms.ts'
import { ALARM, channelsOf, opened, problemsOf } from '../../../testing/channels/channel-kit.ts'
import { levelState, rowOf } from '../../../testing/channels/rows.ts'
import { createFakeClock } from '../../../testing/fakes/fake-clock.ts'
import { alarmText } from './alarm-text.ts'
import { Busy } from './busy.ts'
import { isWanted, readChannels } from './channels-file.ts'
import * as chatWebhooks from './chat-webhooks.ts'
import { createPost, type Outgoing } from './post.ts'
import { isOwnNetwork } from './reach.ts'

const HOOK = { id: 'gate', kind: 'webhook', url: 'https://hooks.example.com/secret-path', secret: 'x'.repeat(32) }

const channelOf = (entry: object) => channelsOf([entry])[0]!

/** Sends the alarm through a channel to a receiver in memory; returns the received messages. */
async function sent(
  entry: object,
  answer = { status: 200, text: '{"errcode":0,"code":0}' },
  alarm = ALARM,
): Promise<Outgoing> {
  const got: Outgoing[] = []
  const post = async (outgoing: Outgoing) => {
    got.push(outgoing)
    return answer
  }
  await opened(entry, { post, clock: createFakeClock() }).send(alarm)
  return got[0]!
}

describe('CHANNELS_FILE', () => {
  it('is parsed with defaults, and filters the alarms of a channel', () => {
    const channel = channelOf(HOOK)
    expect(channel).toMatchObject({ lang: 'en', places: ['*'], redactedTarget: 'hooks.example.com' })
    expect(isWanted(channel, ALARM)).toBe(true)
    expect(isWanted(channel, { ...ALARM, stage: 'approach' })).toBe(false)
    const other = (places: string[]) => isWanted(channelOf({ ...HOOK, places }), ALARM)
    expect([other(['farm']), other(['farm', 'golf']), other(['group:courses'])]).toEqual([false, true, true])
    const test = { ...ALARM, place: null, stage: 'test' as const, details: { channel: 'gate' } }
    expect([isWanted(channel, test), isWanted(channelOf({ ...HOOK, id: 'b' }), test)]).toEqual([true, false])
  })

  it.each([
    [{}, 'must be a JSON list of channels, got {}'],
    [[{ id: 'a' }], /^channel 1: kind must be one of .*webhook/],
    [[{ ...HOOK, secret: 'short' }], /^channel 1: secret must have at least 16 characters$/],
    [[{ ...HOOK, url: 'ftp://a' }], /^channel 1: url must be an http/],
    [[{ ...HOOK, stages: ['fire'] }], /^channel 1: stages/],
    [[{ ...HOOK, sceret: 'x' }], /^channel 1: sceret is not a setting: allowed are .*secret/],
    [[HOOK, HOOK], 'channel 2: has the id of an earlier entry'],
  ])('is refused where it is wrong, without repeating a secret: %j', (entries, problem) => {
    const problems = problemsOf(entries)
    expect(problems).toEqual([typeof problem === 'string' ? problem : expect.stringMatching(problem)])
    expect(problems.join()).not.toContain('short')
  })

  it('an invalid channel leaves out that channel alone', () => {
    const read = readChannels(JSON.stringify([{ ...HOOK, id: 'night', timeZone: 'CST' }, HOOK]))
    expect(read).toMatchObject({ ok: false, problems: [{ where: { field: 'timeZone' } }], rest: [{ id: HOOK.id }] })
  })
})

describe('sent messages', () => {
  it('is plain text in both languages, with place, times, distance, coverage, link and what Brontide is not', () => {
    expect(alarmText(ALARM, 'en').split('\n')).toEqual([
      'SIMULATED DATA',
      'INNER RING: lightning within 5 km of East Golf Course',
      'Struck: 2026-07-01 16:00:00 local (08:00:00 UTC), 4.2 km away',
      'Raised: 2026-07-01 16:00:02 local (08:00:02 UTC)',
      'Data for 98% of the last 30 minutes',
      'https://map.example.com/?at=31%2C121',
      'For situational awareness. Not a warning system.',
    ])
    expect(alarmText(ALARM, 'zh')).toContain('【内圈】东高尔夫球场 5 km 内有闪电')
  })

  it('says wind and heights in m/s and m, in both languages', () => {
    const wind = { ...ALARM, stage: 'wind' as const, details: { mps: 12.9 } }
    const ceiling = { ...ALARM, stage: 'ceiling' as const, details: { m: 91 } }
    expect(alarmText(wind, 'en')).toContain('East Golf Course: wind or gusts of 12.9 m/s\n')
    expect(alarmText(ceiling, 'en')).toContain('East Golf Course: ceiling 91 m\n')
    expect(alarmText(wind, 'zh')).toContain('东高尔夫球场：风速（阵风）12.9 m/s\n')
    expect(alarmText({ ...ceiling, stage: 'visibility' }, 'zh')).toContain('东高尔夫球场：能见度 91 m\n')
  })

  it('is signed by a webhook, with another delivery each time', async () => {
    const { headers, body, url } = await sent(HOOK)
    const [, t = '', v1 = ''] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(headers['x-brontide-signature']!) ?? []
    expect(createHmac('sha256', HOOK.secret).update(`${t}.${body}`).digest('hex')).toBe(v1)
    expect(Number(t)).toBe(Date.UTC(2026, 6, 1, 8) / 1_000)
    expect(url).toBe(HOOK.url)
    expect(Object.keys(JSON.parse(body) as object)).toEqual(
      'version id place stage at struckAt distanceKm arrival watched text link simulated'.split(' '),
    )
    expect((JSON.parse(body) as Alarm).place).toEqual({ id: 'golf', name: 'East Golf Course' })
    expect((await sent(HOOK)).headers['x-brontide-delivery']).not.toBe(headers['x-brontide-delivery'])
  })

  it('has by a webhook the whole row, as version 2, with the fields from before', async () => {
    const levels = [levelState('r5', 'on', { end: '2026-07-01T08:26:00.000Z' }), levelState('r16', 'on')]
    const row = rowOf({ place: 'golf', levels, atMs: Date.UTC(2026, 6, 1, 8, 11) })
    const { body } = await sent(HOOK, undefined, row)
    const { text, ...rest } = JSON.parse(body) as Record<string, unknown>
    expect(rest).toEqual({ version: 2, ...row })
    expect(text).toContain('Place golf')
    expect(rest).toMatchObject({ stage: 'alarm', step: 'up', level: 'r5', before: { level: null, state: 'off' } })
  })

  const chatWebhook = (kind: string, over: object = {}) => ({
    id: 'chat',
    kind,
    url: 'https://chat.example.com/k?key=1',
    ...over,
  })
  it('has the form that each chat service documents', async () => {
    const text = alarmText(ALARM, 'en')
    const bodyOf = async (kind: string, over: object = {}) =>
      JSON.parse((await sent(chatWebhook(kind, over))).body) as unknown
    expect(await bodyOf('wecom')).toEqual({ msgtype: 'text', text: { content: text } })
    const plain = { mrkdwn: false, link_names: false, unfurl_links: false, unfurl_media: false }
    expect(await bodyOf('slack')).toEqual({ text, ...plain })
    expect(await bodyOf('teams')).toMatchObject({
      type: 'message',
      attachments: [{ content: { type: 'AdaptiveCard' } }],
    })
    const stamp = String(Date.UTC(2026, 6, 1, 8) / 1_000)
    const sign = createHmac('sha256', `${stamp}\nthe-secret`).digest('base64')
    const feishu = { timestamp: stamp, sign, msg_type: 'text', content: { text } }
    expect(await bodyOf('feishu', { secret: 'the-secret' })).toEqual(feishu)
    const { searchParams } = new URL((await sent(chatWebhook('dingtalk', { secret: 'the-secret' }))).url)
    const timestamp = `${stamp}000`
    const signed = createHmac('sha256', 'the-secret').update(`${timestamp}\nthe-secret`).digest('base64')
    expect(Object.fromEntries(searchParams)).toEqual({ key: '1', timestamp, sign: signed })
  })

  /** The text of an alarm of a place that is named so, as a kind of channel sends it. */
  async function textSent(kind: string, name: string): Promise<string> {
    const { body } = await sent(chatWebhook(kind), undefined, {
      ...ALARM,
      place: { ...ALARM.place!, name },
      simulated: false,
    })
    const said = JSON.parse(body) as {
      text?: string | { content: string }
      content?: { text: string }
      attachments?: { content: { body: { inlines: { text: string }[] }[] } }[]
    }
    if (said.attachments) return said.attachments[0]!.content.body.map(({ inlines }) => inlines[0]!.text).join('\n')
    return typeof said.text === 'object' ? said.text.content : (said.text ?? said.content!.text)
  }
  const KINDS = Object.keys(chatWebhooks)

  it.each(KINDS)('contains no mention and no foreign link by %s, for any name of a place', async (kind) => {
    const names = [
      '<!channel>',
      '<!here|x>',
      '<@U123>',
      '<https://evil.example|ALL CLEAR>',
      '<mailto:a@b|ALL CLEAR>',
      '<at user_id="all">all</at>',
      '<at id=all></at>',
      '<@all>',
      '@all',
      '@所有人',
      '[ALL CLEAR](https://evil.example)',
      '<a href="https://evil.example">ALL CLEAR</a>',
      '![x](https://evil.example/x.png)',
      '<b>ALL CLEAR</b>',
    ]
    for (const name of names) {
      const text = await textSent(kind, name)
      expect(text).not.toMatch(/<[!@#a-z/]/i)
      // Slack links must have this form.
      if (kind !== 'slack') expect(text).not.toContain('](')
      if (kind !== 'slack' && kind !== 'teams') expect(text).not.toContain('@')
      expect(text).toContain('https://map.example.com/?at=31%2C121')
    }
  })

  it.each(KINDS)('has by %s as many lines as another alarm, for any name of a place', async (kind) => {
    const lines = (await textSent(kind, 'Gate')).split('\n')
    for (const name of [
      'Gate\r\nALL CLEAR',
      'Gate\u2028ALL CLEAR',
      'Gate\u0085\u000b\u000cALL CLEAR',
      '\u202eRAELC LLA',
    ]) {
      const text = await textSent(kind, name)
      expect(text.split(/[\n\r\u0085\u2028\u2029]/)).toHaveLength(lines.length)
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are the target.
      expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/)
    }
  })

  it('keeps text without markup unchanged', async () => {
    const name = 'Mast_00 * ~east~ & `co` 50% {{km}} “A”'
    expect(await textSent('slack', name)).toContain('Mast_00 * ~east~ &amp; `co` 50% {{km}} “A”')
    for (const kind of ['teams', 'feishu', 'wecom', 'dingtalk']) expect(await textSent(kind, name)).toContain(name)
  })

  it('is a link in Teams where it is ours', async () => {
    const { body } = await sent(chatWebhook('teams'))
    expect(body).toContain(`"selectAction":{"type":"Action.OpenUrl","url":"${ALARM.link}"}`)
  })

  it('is not taken where a status or a code says so', async () => {
    await expect(sent(HOOK, { status: 500, text: '' })).rejects.toThrow('status 500')
    await expect(sent(HOOK, { status: 302, text: '' })).rejects.toThrow('status 302')
    await expect(sent(chatWebhook('wecom'), { status: 200, text: '{"errcode":45009}' })).rejects.toThrow('code 45009')
    await expect(sent(chatWebhook('feishu'), { status: 200, text: 'garbage' })).rejects.toThrow(
      'response is unreadable',
    )
    await expect(sent(chatWebhook('wecom'), { status: 200, text: '{"errcode":"zero"}' })).rejects.toThrow('code none')
  })

  it.each(['slack', 'teams'])('is not taken by %s where a web page answers', async (kind) => {
    for (const text of ['<!DOCTYPE html><title>Sign in</title>', '\ufeff\n<html lang="en">'])
      await expect(sent(chatWebhook(kind), { status: 200, text })).rejects.toThrow('response is a web page')
    for (const text of ['ok', '', '1']) await sent(chatWebhook(kind), { status: 200, text })
  })

  it.each([
    '{"errcode":0}',
    '{"errcode":"0"}',
    '{"code":"0","data":{}}',
    '{"errcode":null,"code":0}',
    '{"StatusCode":0,"StatusMessage":"success"}',
  ])('is taken where a chat service says so by %s', async (text) => {
    for (const kind of ['wecom', 'dingtalk', 'feishu']) await sent(chatWebhook(kind), { status: 200, text })
  })

  it('is a matter of waiting, not of a fault, where a chat service says that there were too many', async () => {
    const pauses = [
      sent(chatWebhook('wecom'), { status: 200, text: '{"errcode":45009}' }),
      sent(chatWebhook('feishu'), { status: 200, text: '{"code":"11232"}' }),
      sent(chatWebhook('dingtalk'), { status: 200, text: '{"errcode":130101}' }),
      sent(chatWebhook('slack'), { status: 429, text: '' }),
    ]
    for (const pause of pauses) await expect(pause).rejects.toBeInstanceOf(Busy)
  })
})

describe('where it goes', () => {
  /** The port of a server with these responses. */
  async function answering(answers: (response: ServerResponse, request: IncomingMessage) => void): Promise<number> {
    const server = createServer((request, response) => {
      request.resume()
      answers(response, request)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    return (server.address() as AddressInfo).port
  }

  async function receiver() {
    const got: IncomingMessage[] = []
    const port = await answering((response, request) => {
      got.push(request)
      response.writeHead(request.url === '/moved' ? 302 : 200, { location: '/elsewhere' }).end('x'.repeat(100_000))
    })
    return { got, port }
  }
  const out = (url: string, allowPrivate = false): Outgoing => ({ url, headers: {}, body: '{}', allowPrivate })

  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '169.254.169.254',
    '100.100.100.200',
    '172.20.0.1',
    '192.168.1.1',
    '0.0.0.0',
    '::1',
    '::ffff:127.0.0.1',
    'fd00:ec2::254',
    'fe80::1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    'no address',
    '2001:0:7f00:1::',
    '::ffff:0:127.0.0.1',
    '192.88.99.1',
  ])('%s is of this machine or its networks', (address) => {
    expect(isOwnNetwork(address)).toBe(true)
  })

  it.each(['8.8.8.8', '2001:4860:4860::8888', '223.5.5.5'])('%s is not', (address) => {
    expect(isOwnNetwork(address)).toBe(false)
  })

  it.each(['127.0.0.1', '[::1]', '[::ffff:7f00:1]', '2130706433', '0x7f.1', 'localhost'])(
    'is never %s, however that is written, unless it is allowed',
    async (host) => {
      await expect(createPost()(out(`http://${host}:9/`))).rejects.toThrow('allowPrivate')
    },
  )

  it('is never a name that has come to mean this machine by the time of connecting', async () => {
    const look = (_name: string, _options: object, done: (...found: unknown[]) => void) =>
      done(null, [
        { address: '8.8.8.8', family: 4 },
        { address: '127.0.0.1', family: 4 },
      ])
    await expect(createPost(look as never)(out('http://rebound.example.com/'))).rejects.toThrow('allowPrivate')
  })

  const answer = Buffer.from('\ufeff{"errcode":"0"}')
  it.each([
    ['gzip', gzipSync(answer), { 'content-encoding': 'gzip' }],
    ['gzip, without a word about it', gzipSync(answer), {}],
    ['deflate', deflateSync(answer), { 'content-encoding': 'Deflate' }],
    ['br', brotliCompressSync(answer), { 'content-encoding': 'br' }],
    ['nothing', answer, {}],
  ])('takes an answer that begins with a mark and is packed by %s', async (_, body, headers) => {
    const port = await answering((response) => response.writeHead(200, headers).end(body))
    const entry = { id: 'a', kind: 'wecom', url: `http://127.0.0.1:${port}/`, allowPrivate: true }
    expect(await opened(entry).send()).toBe('status 200')
  })

  it('is aborted by the sender’s signal', async () => {
    const asked = Promise.withResolvers<void>()
    const port = await answering(() => asked.resolve())
    const control = new AbortController()
    const posted = createPost()({ ...out(`http://127.0.0.1:${port}/`, true), signal: control.signal })
    await asked.promise
    control.abort()
    await expect(posted).rejects.toThrow('no response within the timeout')
  })

  it('counts the status of a response whose body does not end', async () => {
    const answered = new Promise<void>((resolve) => {
      const hear = () => {
        unsubscribe('http.client.response.finish', hear)
        setImmediate(resolve)
      }
      subscribe('http.client.response.finish', hear)
    })
    const port = await answering((response) => response.writeHead(200).write('{'))
    const control = new AbortController()
    const posted = createPost()({ ...out(`http://127.0.0.1:${port}/`, true), signal: control.signal })
    await answered
    control.abort()
    expect((await posted).status).toBe(200)
  })

  it('decompresses only the part of a response that it reads, and respects the retry time', async () => {
    const port = await answering((response) =>
      response
        .writeHead(429, { 'content-encoding': 'gzip', 'retry-after': '30' })
        .end(gzipSync(Buffer.alloc(10_000_000))),
    )
    const answered = await createPost()(out(`http://127.0.0.1:${port}/`, true))
    expect(answered).toEqual({ status: 429, text: '', retryAfter: '30' })
  })

  it('reaches allowed addresses, follows no redirect, and limits the read part of a response', async () => {
    const { got, port } = await receiver()
    const post = createPost()
    expect((await post(out(`http://127.0.0.1:${port}/moved`, true))).status).toBe(302)
    const { text } = await post(out(`http://127.0.0.1:${port}/`, true))
    expect(text.length).toBeLessThanOrEqual(16_384)
    expect(got.map(({ url }) => url)).toEqual(['/moved', '/'])
    await expect(post(out('http://127.0.0.1:1/key', true))).rejects.toThrow(/^connection failed \(ECONNREFUSED\)$/)
  })
})
