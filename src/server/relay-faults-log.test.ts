import { describe, expect, it } from 'vitest'
import { closeWorldsAfterEach, LIGHTNING, MINUTE, runWorld, SECOND } from '../testing/wire/fault-kit.ts'
import type { FaultWorldOptions } from '../testing/wire/fault-world.ts'
import type { RestFault } from '../testing/wire/wire.ts'
import { createLog } from './config/log.ts'
import { textFrame } from './contract/sockets/fan-out.ts'

closeWorldsAfterEach()

type Line = Record<string, unknown> & { level: string; msg: string; feed?: string }

/** A world whose relay logs into `lines`, without the messages of the start. */
async function loggedWorld(options: Partial<FaultWorldOptions> = {}, level: 'info' | 'debug' = 'info') {
  const lines: Line[] = []
  const log = createLog(level, { write: (text) => void lines.push(JSON.parse(text)) })
  const world = await runWorld({ log, viewers: 1, ...options })
  const start = lines.splice(0)
  const of = (feed: string) => lines.filter((line) => line.feed === feed && line.msg !== 'invalid record skipped')
  return { world, lines, of, start }
}

const said = ({ level, msg, cause }: Line) => [level, msg, cause].filter(Boolean).join(' ')

describe('log messages about the upstream', () => {
  it('a good start is one line for each line, and one for the key', async () => {
    const { start } = await loggedWorld()
    const told = start
      .filter(({ msg }) => msg !== 'invalid record skipped')
      .map(({ level, msg, feed }) => [level, msg, feed])
    expect(told.sort()).toEqual([
      ['info', 'upstream key accepted', undefined],
      ['info', 'upstream line live', 'lightning'],
      ['info', 'upstream line live', 'metar'],
    ])
  })

  it('an outage of three minutes is one warning and one message at its end, with the backfilled records', async () => {
    const { world, of } = await loggedWorld()
    world.line.dial = 'refused'
    world.line.cut()
    await world.pass(3 * MINUTE)
    for (const feed of ['lightning', 'metar'])
      expect(of(feed).map(said)).toEqual(['warn upstream line lost, reconnecting network'])
    expect(of('lightning')[0]).toMatchObject({
      error: expect.stringMatching('ECONNREFUSED'),
      remedy: expect.any(String),
    })
    world.line.dial = null
    await world.pass(MINUTE)
    const back = of('lightning').slice(1)
    expect(back.map(said)).toEqual(['info upstream line live again'])
    expect(back[0]).toMatchObject({ lostSeconds: 0 })
    expect(back[0]!.downSeconds).toBeGreaterThanOrEqual(180)
    expect(back[0]!.backfilledSeconds).toBe(back[0]!.downSeconds)
  })

  it('reports the loss of an outage longer than the upstream’s retention', async () => {
    const { world, of, lines } = await loggedWorld()
    world.line.up = false
    world.line.halfOpen()
    await world.pass(20 * MINUTE)
    world.line.up = true
    await world.pass(3 * MINUTE)
    expect(of('lightning').map(({ level, msg }) => [level, msg])).toContainEqual([
      'warn',
      'data lost: the upstream no longer has this period',
    ])
    const [back] = lines.filter(({ msg, feed }) => msg === 'upstream line live again' && feed === 'lightning')
    expect(back!.lostSeconds).toBeGreaterThan(14 * 60)
    expect(Number(back!.lostSeconds) + Number(back!.backfilledSeconds)).toBe(back!.downSeconds)
    expect(lines.filter(({ msg }) => msg === 'upstream requests fail, retrying')).toHaveLength(1)
    expect(lines.filter(({ msg }) => msg === 'upstream requests succeed again')).toHaveLength(1)
  })

  it.each<RestFault>(['envelope', { status: 404 }])(
    'names the problem of responses without data: %j',
    async (fault) => {
      const { world, lines } = await loggedWorld()
      world.line.rest = fault
      world.line.cut(LIGHTNING)
      await world.pass(MINUTE)
      expect(lines).toContainEqual(
        expect.objectContaining({
          msg: 'invalid record skipped',
          feed: 'lightning',
          complaint: expect.stringMatching('/fast-lightning/rest/strikes'),
        }),
      )
    },
  )

  it('repeated breaks in short succession are one outage', async () => {
    const { world, of } = await loggedWorld()
    for (let i = 0; i < 10; i++) {
      world.line.cut(LIGHTNING)
      await world.pass(2 * SECOND)
    }
    await world.pass(MINUTE)
    expect(of('lightning').map(({ level, msg }) => [level, msg])).toEqual([
      ['warn', 'upstream line lost, reconnecting'],
      ['info', 'upstream line live again'],
    ])
    expect(of('metar')).toEqual([])
  })

  it('distinguishes a full socket limit, an HTTP status and silence', async () => {
    const causes: unknown[] = []
    for (const fault of ['sockets', 'status', 'silence'] as const) {
      const { world, of } = await loggedWorld()
      if (fault === 'sockets') world.takeSlots(3)
      if (fault === 'status') {
        world.line.dial = { status: 503 }
        world.line.cut()
      }
      if (fault === 'silence') world.upstream.source.batches = false
      await world.pass(MINUTE)
      const [first, ...more] = of('lightning')
      causes.push(first!.cause)
      expect(more).toEqual([])
      if (fault === 'sockets') expect(first!.remedy).toMatch("another program uses the key's three sockets")
      if (fault === 'status') expect(first!.error).toMatch('503')
    }
    expect(causes).toEqual(['sockets-taken', 'http-status', 'silent'])
  })

  it('a refused key is one error with the remedy, and one line once it is accepted', async () => {
    const { world, lines } = await loggedWorld()
    world.upstream.acceptsKey = false
    world.upstream.server.closeAll(4001, 'authentication failed')
    await world.pass(10 * MINUTE)
    const errors = lines.filter(({ level }) => level === 'error')
    expect(errors.map(({ msg }) => msg)).toEqual(['upstream key refused: check UPSTREAM_API_KEY_FILE and restart'])
    world.upstream.acceptsKey = true
    await world.pass(3 * MINUTE)
    expect(lines.filter(({ msg }) => msg === 'upstream key accepted again')).toHaveLength(1)
  })

  it('failing requests while the feeds are live are one warning, and one message at their end', async () => {
    const { world, lines } = await loggedWorld()
    world.line.rest = { status: 503 }
    for (let i = 0; i < 4; i++) {
      world.line.cut(LIGHTNING)
      await world.pass(30 * SECOND)
    }
    world.line.rest = null
    await world.pass(3 * MINUTE)
    const ofRest = lines.filter(({ msg }) => /^upstream requests/.test(msg))
    expect(ofRest.map(said)).toEqual([
      'warn upstream requests fail, retrying unavailable',
      'info upstream requests succeed again',
    ])
  })

  it('unreadable messages are one message a minute, for any number', async () => {
    const { world, lines } = await loggedWorld()
    const inject = (text: string) => world.line.inject(textFrame(text).plain, LIGHTNING)
    for (let i = 0; i < 100; i++) inject('{"type":"novelty"}')
    await world.pass(2 * MINUTE)
    inject('{"type":"new_strikes","data":[{"time":178')
    await world.pass(SECOND)
    const skipped = lines.filter(({ msg, feed }) => msg === 'invalid record skipped' && feed === 'lightning')
    expect(skipped.map(({ complaint, more }) => [complaint, more])).toEqual([
      ['received a message of an unknown type', undefined],
      ['received a message that is not readable', 99],
    ])
  })

  it('no attempt is logged except at the level debug', async () => {
    const { world, lines } = await loggedWorld({}, 'debug')
    world.line.dial = 'refused'
    world.line.cut()
    await world.pass(3 * MINUTE)
    expect(lines.filter(({ level, msg }) => level === 'debug' && msg === 'upstream line').length).toBeGreaterThan(1)
  })
})

describe('the status of a feed', () => {
  it('has no error while live', async () => {
    const { world } = await loggedWorld()
    world.line.dial = 'refused'
    world.line.cut(LIGHTNING)
    await world.pass(20 * SECOND)
    expect(world.relay.source.links().lightning.lastError).toMatch('ECONNREFUSED')
    world.line.dial = null
    await world.pass(MINUTE)
    expect(world.relay.source.links().lightning).toMatchObject({ state: 'live', lastError: null, reconnects: 1 })
  })

  for (const upstreamSkewMs of [-10 * MINUTE, 10 * MINUTE])
    it(`no moment is later than now, with the upstream's clock ${upstreamSkewMs / MINUTE} minutes off`, async () => {
      const { world, start, lines } = await loggedWorld({ upstreamSkewMs })
      await world.pass(MINUTE)
      const nowMs = world.relayClock.now()
      for (const { since, lastMessageAt } of Object.values(world.relay.source.links())) {
        expect(Date.parse(since)).toBeLessThanOrEqual(nowMs)
        expect(Date.parse(since)).toBeGreaterThan(nowMs - 2 * MINUTE)
        expect(Date.parse(lastMessageAt!)).toBeLessThanOrEqual(nowMs)
      }
      const clockLines = [...start, ...lines].filter(({ msg }) => msg.startsWith('clock is'))
      const how = upstreamSkewMs > 0 ? 'behind' : 'ahead of'
      expect(clockLines.map(({ level, msg }) => [level, msg])).toEqual([
        ['warn', `clock is 600 s ${how} the upstream: check NTP`],
      ])
    })
})
