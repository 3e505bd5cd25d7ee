import { describe, expect, it } from 'vitest'
import type { StrikeRecord } from '../../../contract/lightning.ts'
import { FakeSource } from '../../../testing/fakes/fake-source.ts'
import { FakeViewer } from '../../../testing/fakes/fake-viewer.ts'
import { START_MS, setUpHistory, strikeAt } from '../../../testing/history-kit.ts'
import { createWorkScheduler } from '../../event-loop/work-scheduler.ts'
import { createKeptBatches } from './kept-batches.ts'
import { createLightningChannel } from './lightning-channel.ts'
import { createLogPlaces } from './log-places.ts'

/** A source that shares a log, and its position. */
class LoggedSource extends FakeSource {
  number = 6
  log = 'shared'
  readonly #listeners = new Set<(position: string, records: readonly StrikeRecord[]) => void>()
  #unlogged: StrikeRecord[] = []
  position = () => `${this.log}-${this.number}`
  unlogged = () => this.#unlogged
  onLogged = (listener: (position: string, records: readonly StrikeRecord[]) => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
  /** Delivers strikes that are not in the log. */
  hear(...lons: number[]): void {
    const records = lons.map((lon) => strikeAt(START_MS + this.number * 1_000 + lon, { lon }))
    this.#unlogged.push(...records)
    this.batch(...records)
  }
  /** The log has these now, and undelivered ones. */
  tell(...lons: number[]): void {
    this.number++
    const records = lons.map((lon) => strikeAt(START_MS + this.number * 1_000, { lon }))
    const isNew = ({ lon }: StrikeRecord) => !this.#unlogged.some((each) => each.lon === lon)
    const unseen = records.filter(isNew)
    this.#unlogged = this.#unlogged.filter(({ lon }) => !lons.includes(lon))
    for (const listener of this.#listeners) listener(this.position(), records)
    if (unseen.length > 0) this.batch(...unseen)
  }
}

function createProcess(source: FakeSource = new LoggedSource()) {
  const { clock, history } = setUpHistory()
  // Each piece of work takes long enough for live work to get its turn afterwards.
  let workedMs = 0
  const turns = createWorkScheduler({ ...clock, monotonicMs: () => (workedMs += 10) })
  const channel = createLightningChannel({
    source,
    clock,
    history,
    extensions: true,
    turns,
    replayed: { inTime: 0, late: 0 },
    places: createLogPlaces(source),
  })
  const subscribe = (asked: object = {}) => {
    const viewer = new FakeViewer()
    expect(channel.receive(viewer, { action: 'subscribe', ...asked })).toBeNull()
    return viewer
  }
  return { channel, subscribe, clock }
}

/** Longitudes of received strikes, batch by batch, with the position. */
const batchesOf = (viewer: FakeViewer) =>
  viewer.messages.flatMap(({ type, data, position }) =>
    type === 'new_strikes' ? [[position ?? '', ...(data ?? []).map(({ lon }) => lon)] as const] : [],
  )
const subscribedOf = (viewer: FakeViewer) => viewer.messages.find(({ type }) => type === 'subscribed')

describe('a subscription after a place in the log', () => {
  it('include batches that one process had sent and the other had not, once and in order', () => {
    const one = new LoggedSource()
    const other = new LoggedSource()
    const here = createProcess(one)
    const there = createProcess(other)
    const before = here.subscribe()
    one.tell(101)
    for (const lon of [101, 102, 103]) other.tell(lon, lon + 0.5)
    const viewer = there.subscribe({ after: batchesOf(before).at(-1)![0] })
    other.tell(104)
    expect(subscribedOf(viewer)).toEqual({
      type: 'subscribed',
      position: 'shared-9',
      after: 'shared-7',
      heartbeat_seconds: 1,
    })
    expect(batchesOf(viewer)).toEqual([
      ['shared-8', 102, 102.5],
      ['shared-9', 103, 103.5],
      ['shared-10', 104],
    ])
  })

  it('include later batches of the log, delivered before or not, and then delivered ones outside of the log', () => {
    const source = new LoggedSource()
    const { subscribe } = createProcess(source)
    source.hear(101)
    source.tell(101, 102)
    source.hear(103, 104)
    source.tell(103)
    const viewer = subscribe({ after: 'shared-6' })
    expect(subscribedOf(viewer)).toMatchObject({ position: 'shared-8', after: 'shared-6' })
    source.tell(104)
    source.tell(105)
    expect(batchesOf(viewer)).toEqual([
      ['shared-7', 101, 102],
      ['shared-8', 103],
      ['shared-8', 104],
      ['shared-10', 105],
    ])
  })

  it('send delivered batches outside of the log to every other subscriber too, limited to its box', () => {
    const source = new LoggedSource()
    const { subscribe } = createProcess(source)
    source.hear(101, 120)
    expect(batchesOf(subscribe())).toEqual([['shared-6', 101, 120]])
    expect(batchesOf(subscribe({ bbox: [100, -90, 110, 90] }))).toEqual([['shared-6', 101]])
    source.hear(102)
    expect(batchesOf(subscribe())).toEqual([['shared-6', 101, 120, 102]])
    source.tell(101, 120, 102)
    expect(batchesOf(subscribe())).toEqual([])
  })

  it('reject positions in a log that lost its end, and in a log with another name', () => {
    const source = new LoggedSource()
    const { subscribe } = createProcess(source)
    for (const lon of [101, 102, 103]) source.tell(lon)
    source.number = 6
    source.tell(201)
    expect(subscribedOf(subscribe({ after: 'shared-6' }))).not.toHaveProperty('after')
    source.tell(202)
    expect(batchesOf(subscribe({ after: 'shared-7' }))).toEqual([['shared-8', 202]])
    source.log = 'other'
    source.tell(203)
    for (const after of ['shared-8', 'shared-9']) {
      expect(subscribedOf(subscribe({ after }))).not.toHaveProperty('after')
    }
    source.tell(204)
    expect(batchesOf(subscribe({ after: 'other-9' }))).toEqual([['other-10', 204]])
  })

  it('with since include strikes outside of the history, without duplicates', async () => {
    const source = new LoggedSource()
    const { subscribe, clock } = createProcess(source)
    source.hear(101)
    const viewer = subscribe({ since: (START_MS - 1_000) * 1e6 })
    source.tell(101, 102)
    await clock.advance(1_000)
    source.tell(103)
    expect(
      batchesOf(viewer)
        .flatMap(([, ...lons]) => lons)
        .sort(),
    ).toEqual([101, 102, 103])
  })

  it('continue live if the server is behind, without loss once it has caught up', () => {
    const source = new LoggedSource()
    const viewer = createProcess(source).subscribe({ after: 'shared-8' })
    expect(subscribedOf(viewer)).toMatchObject({ position: 'shared-6', after: 'shared-8' })
    for (const lon of [101, 102, 103]) source.tell(lon)
    expect(batchesOf(viewer).map(([, lon]) => lon)).toEqual([101, 102, 103])
  })

  it.each([['another-7'], ['shared-5'], ['none'], ['']])('is none at an unknown position: %j', (after) => {
    const source = new LoggedSource()
    const { subscribe } = createProcess(source)
    source.tell(101)
    const viewer = subscribe({ after })
    source.tell(102)
    expect(subscribedOf(viewer)).toEqual({ type: 'subscribed', position: 'shared-7', heartbeat_seconds: 1 })
    expect(batchesOf(viewer)).toEqual([['shared-8', 102]])
  })

  it('reaches back two minutes, with at most as many strikes as are sent at once', () => {
    const source = new LoggedSource()
    const { subscribe } = createProcess(source)
    for (let lon = 1; lon <= 130; lon++) source.tell(lon)
    expect(subscribedOf(subscribe({ after: 'shared-15' }))).not.toHaveProperty('after')
    const viewer = subscribe({ after: 'shared-16' })
    expect(batchesOf(viewer).length).toBe(120)
    expect(batchesOf(viewer)[0]).toEqual(['shared-17', 11])
    source.tell(...Array.from({ length: 5_001 }, (_, i) => i / 100))
    expect(subscribedOf(subscribe({ after: 'shared-136' }))).not.toHaveProperty('after')
  })

  it('are limited to a requested box', () => {
    const source = new LoggedSource()
    const { subscribe } = createProcess(source)
    source.tell(101, 120)
    source.tell(121)
    const viewer = subscribe({ after: 'shared-6', bbox: [100, -90, 110, 90] })
    source.tell(102, 119)
    expect(subscribedOf(viewer)).toMatchObject({ after: 'shared-6', bbox: [100, -90, 110, 90] })
    expect(batchesOf(viewer)).toEqual([['shared-7', 101], ['shared-8'], ['shared-9', 102]])
  })

  it('count batches in a separate log if a process shares none', () => {
    const source = new FakeSource()
    const { subscribe } = createProcess(source)
    const first = subscribe()
    source.batch(strikeAt(START_MS, { lon: 101 }))
    const after = batchesOf(first)[0]![0]
    expect(after).toMatch(/^[0-9a-f]{8}-1$/)
    source.batch(strikeAt(START_MS, { lon: 102 }))
    const viewer = subscribe({ after })
    expect(batchesOf(viewer)).toEqual([[after.replace(/1$/, '2'), 102]])
    // A restart begins a new log: positions of the old one are unknown there.
    expect(subscribedOf(createProcess(new FakeSource()).subscribe({ after }))).not.toHaveProperty('after')
  })

  it('include the gaps, like every subscription', () => {
    const source = new LoggedSource()
    source.gaps = () => [{ feed: 'lightning', ...gap }]
    const gap = { from: '2026-07-01T07:00:00Z', to: '2026-07-01T07:10:00Z' }
    const viewer = createProcess(source).subscribe({ after: 'shared-6' })
    expect(viewer.messages).toContainEqual({ type: 'gap', ...gap })
  })
})

describe('a replay from a position', () => {
  const BOX = { west: 100, south: -90, east: 110, north: 90 }
  const batchAt = (number: number) => ({ position: `shared-${number}`, records: [strikeAt(START_MS, { lon: 105 })] })

  it('is computed once and shared by all clients with the same position and box, until the next batch', () => {
    const kept = createKeptBatches('shared-1')
    kept.push(batchAt(2))
    kept.push(batchAt(3))
    for (const box of [null, BOX]) {
      expect(kept.after('shared-1', box)).toHaveLength(2)
      expect(kept.after('shared-1', box && { ...box })).toBe(kept.after('shared-1', box))
      expect(kept.after('shared-2', box)).toHaveLength(1)
    }
    expect(kept.after('shared-1', { ...BOX, east: 104 })).not.toBe(kept.after('shared-1', BOX))
    kept.push(batchAt(4))
    for (const box of [null, BOX]) expect(kept.after('shared-1', box)).toHaveLength(3)
  })

  it('is cached for a limited number of positions, and computed for each of the others', () => {
    const kept = createKeptBatches('shared-0')
    for (let number = 1; number <= 100; number++) kept.push(batchAt(number))
    const isShared = (number: number) =>
      kept.after(`shared-${number}`, BOX) === kept.after(`shared-${number}`, { ...BOX })
    expect(Array.from({ length: 99 }, (_, number) => isShared(number)).filter(Boolean)).toHaveLength(64)
  })
})

describe('a process that is one of several', () => {
  it('sends a heartbeat each second without a batch, and none with one, early or slightly late', async () => {
    const source = new LoggedSource()
    const { subscribe, clock } = createProcess(source)
    const viewer = subscribe()
    const told = () => viewer.messages.filter(({ type }) => type === 'source_status').length
    for (const batchAfterMs of [990, 1_180, 850, 1_180]) {
      source.tell(101)
      await clock.advance(batchAfterMs)
    }
    expect(told()).toBe(1)
    for (let second = 1; second <= 4; second++) {
      await clock.advance(1_250)
      expect(told()).toBeGreaterThan(second)
    }
  })

  it('differs from one of a single process', async () => {
    const { subscribe, clock } = createProcess(new FakeSource())
    const viewer = subscribe()
    expect(subscribedOf(viewer)).not.toHaveProperty('heartbeat_seconds')
    await clock.advance(4_900)
    expect(viewer.messages.filter(({ type }) => type === 'source_status')).toHaveLength(1)
  })
})
