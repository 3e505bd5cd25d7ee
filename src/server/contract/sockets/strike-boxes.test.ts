import { constants, inflateRawSync } from 'node:zlib'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import type { StrikeRecord } from '../../../contract/lightning.ts'
import { clientMessageSchema } from '../../../contract/messages.ts'
import { createStormField } from '../../../simulator/source/storms/storms.ts'
import { createStrikeMaker } from '../../../simulator/source/storms/strikes.ts'
import { FakeSource, LIVE } from '../../../testing/fakes/fake-source.ts'
import { FakeViewer } from '../../../testing/fakes/fake-viewer.ts'
import { observed, START_MS, setUpHistory, strikeAt } from '../../../testing/history-kit.ts'
import { createWorkScheduler } from '../../event-loop/work-scheduler.ts'
import { recordSource } from '../../sources/recorder.ts'
import { textFrame } from './fan-out.ts'
import { createLightningChannel } from './lightning-channel.ts'
import { createStrikeBoxes } from './strike-boxes.ts'

const SECOND = 1_000
type Sides = [west: number, south: number, east: number, north: number]
const PEARL_RIVER: Sides = [112, 21, 115, 24]

const at = (lon: number, lat: number, ms = 0) => strikeAt(START_MS + ms, { lon, lat })
const lons = (strikes: StrikeRecord[]) => strikes.map(({ lon }) => lon)

function setUp(extensions = true) {
  const kit = setUpHistory()
  const { clock, history } = kit
  const source = new FakeSource()
  // Each piece takes long enough for live work to get its turn afterwards.
  let workedMs = 0
  const turns = createWorkScheduler({ ...clock, monotonicMs: () => (workedMs += 10) })
  const replayed = { inTime: 0, late: 0 }
  const channel = createLightningChannel({ source, clock, extensions, history, turns, replayed })
  recordSource({ source, history, clock, log: pino({ level: 'silent' }) })
  const subscribe = (viewer: FakeViewer, bbox?: Sides, sinceMs?: number) =>
    channel.receive(viewer, {
      action: 'subscribe',
      ...(bbox && { bbox }),
      ...(sinceMs && { since: BigInt(sinceMs) * 1_000_000n }),
    })
  return { ...kit, source, channel, subscribe }
}

describe('a subscription with a box', () => {
  it('sends strikes inside only, an empty batch as a heartbeat, and notices of the feed', () => {
    const { source, subscribe } = setUp()
    const viewer = new FakeViewer()
    const everywhere = new FakeViewer()
    expect([subscribe(viewer, PEARL_RIVER), subscribe(everywhere)]).toEqual([null, null])
    source.batch(at(113, 22), at(121, 31), at(115, 24), at(115.1, 24))
    source.batch(at(121, 31))
    source.emitStrikes({
      kind: 'gap',
      gap: { feed: 'lightning', from: '2026-07-01T07:00:00Z', to: '2026-07-01T07:10:00Z' },
    })
    source.emitStrikes({ kind: 'link', status: { ...LIVE, state: 'down' } })
    expect(viewer.messages.map(({ type, data }) => [type, data?.length])).toEqual([
      ['subscribed', undefined],
      ['source_status', undefined],
      ['new_strikes', 2],
      ['new_strikes', 0],
      ['gap', undefined],
      ['source_status', undefined],
    ])
    expect(viewer.messages[0]!.bbox).toEqual(PEARL_RIVER)
    expect(lons(everywhere.strikes)).toEqual([113, 121, 115, 115.1, 121])
  })

  it('may cross the antimeridian, is replaced by the next one, and ends with a subscription without one', () => {
    const { source, subscribe } = setUp()
    const viewer = new FakeViewer()
    const batch = () => source.batch(at(179, 0), at(-179, 0), at(0, 0))
    for (const box of [[178, -1, -178, 1], [-1, -1, 1, 1], undefined] as (Sides | undefined)[]) {
      subscribe(viewer, box)
      batch()
    }
    expect(lons(viewer.strikes)).toEqual([179, -179, 0, 179, -179, 0])
  })

  it('has earlier strikes inside only too, without duplicates', async () => {
    const { source, subscribe, history, clock } = setUp()
    await history.write(observed(START_MS - 60 * SECOND, START_MS))
    source.batch(at(113, 22, -30 * SECOND), at(121, 31, -29 * SECOND))
    await clock.advance(SECOND)
    const viewer = new FakeViewer()
    subscribe(viewer, PEARL_RIVER, START_MS - 60 * SECOND)
    source.batch(at(114, 23), at(100, 31)) // arrives during the replay
    source.batch(at(101, 31))
    await clock.advance(2 * SECOND)
    source.batch(at(112, 22), at(102, 31))
    expect(lons(viewer.strikes)).toEqual([113, 114, 112])
    expect(viewer.messages.filter(({ data }) => data?.length === 0)).toHaveLength(1)
  })

  it('is not sent to the upstream', () => {
    const { source, subscribe } = setUp(false)
    const viewer = new FakeViewer()
    subscribe(viewer, PEARL_RIVER)
    source.batch(at(0, 0))
    expect(viewer.strikes).toHaveLength(1)
  })

  it('is rejected beyond the limit of different boxes, and the viewer continues as before', () => {
    const { source, subscribe, channel } = setUp()
    const boxes = Array.from({ length: 33 }, (_, i): Sides => [i, 0, i + 1, 1])
    const viewers = boxes.map(() => new FakeViewer('office'))
    const answers = viewers.map((viewer, i) => subscribe(viewer, boxes[i]!))
    expect(answers.filter((answer) => answer === null)).toHaveLength(32)
    expect(answers[32]).toContain('the limit of distinct bbox subscriptions')
    expect(subscribe(viewers[32]!, boxes[0]!)).toBeNull()
    expect(subscribe(viewers[0]!, [50, 0, 51, 1])).toContain('the limit of distinct bbox subscriptions')
    source.batch(at(0.5, 0.5))
    expect([viewers[0]!.strikes.length, viewers[32]!.strikes.length]).toEqual([1, 1])
    channel.leave(viewers[1]!)
    expect(subscribe(viewers[0]!, [50, 0, 51, 1])).toBeNull()
    const others = Array.from({ length: 200 }, (_, i) => subscribe(new FakeViewer(`of ${i}`), [i / 10, 5, 60, 6]))
    expect(others.filter((answer) => answer === null)).toHaveLength(200 - 32)
  })
})

const unpacked = (frame: Buffer) =>
  inflateRawSync(frame.subarray(frame[1] === 126 ? 4 : 2), { finishFlush: constants.Z_SYNC_FLUSH })

// Their outermost points. The simulator's afternoons are nearly twice as busy as recorded ones.
const PROVINCES: Record<string, Sides> = {
  Guangdong: [109.6, 20.2, 117.3, 25.5],
  Zhejiang: [118, 27, 123, 31.2],
  Sichuan: [97.3, 26, 108.6, 34.3],
  Anhui: [114.9, 29.4, 119.7, 34.7],
}

it('is at most half a kilobyte a second for a province on a usual day', () => {
  const day = { seed: 1, scenario: 'summer_afternoon', startedAtMs: START_MS, recordsPerSecond: 60 } as const
  const maker = createStrikeMaker({
    seed: day.seed,
    polarity: 'documented_like',
    stalls: false,
    storms: createStormField(day),
  })
  const { source, subscribe } = setUp()
  const viewers = Object.entries(PROVINCES).map(([name, bbox]) => {
    const viewer = new FakeViewer(name)
    subscribe(viewer, bbox)
    return { name, viewer, before: viewer.deflatedBytes }
  })
  let seconds = 0
  for (let hour = 0; hour < 24; hour += 2)
    for (let second = 0; second < 10; second++, seconds++)
      source.batch(...maker.batch(START_MS / 1_000 + hour * 3_600 + second))
  for (const { name, viewer, before } of viewers) {
    expect(viewer.strikes.length, name).toBeGreaterThan(seconds / 4)
    expect((viewer.deflatedBytes - before) / seconds, name).toBeLessThan(500)
  }
})

it('serialises a batch once for each box, and limits its compression', () => {
  const boxes = createStrikeBoxes()
  const viewers = Array.from({ length: 20 }, (_, i) => new FakeViewer(`of ${i}`))
  for (const [i, viewer] of viewers.entries())
    boxes.choose(viewer, { west: -180 + (i >> 1), south: -90, east: 180, north: 90 })
  const records = Array.from({ length: 2_000 }, () => at(100, 20))
  const frameOf = boxes.framesOf(records, textFrame('{}'))
  const frames = viewers.map(frameOf)
  expect(new Set(frames).size).toBe(10)
  const compressed = frames.filter((frame) => frame.deflated() !== frame.plain)
  expect(compressed.length).toBeGreaterThan(2)
  expect(compressed.length).toBeLessThan(20)
  const [first] = compressed
  expect(unpacked(first!.deflated())).toEqual(first!.plain.subarray(10))
  expect(frameOf(new FakeViewer()).plain.length).toBe(4)
  // Too small for compression, which pays for shared frames only.
  const few = boxes.framesOf(records.slice(0, 3), textFrame('{}'))(viewers[0]!)
  expect(few.deflated().length).toBeLessThan(few.plain.length / 2)
})

it.each([[[1, 2, 3]], [[0, 1, 1, 0]], [[0, 0, 1, 91]], [['0', 0, 1, 1]], [[-181, 0, 1, 1]]])('%j is no box', (bbox) => {
  expect(clientMessageSchema.safeParse({ action: 'subscribe', bbox }).success).toBe(false)
})
