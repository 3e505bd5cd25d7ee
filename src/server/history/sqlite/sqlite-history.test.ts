import { readdirSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { strikeIdentity } from '../../../contract/lightning.ts'
import { settle } from '../../../testing/fakes/fake-clock.ts'
import { reportRecord, strikeRecord } from '../../../testing/fakes/fake-source.ts'
import { observed, START_MS, setUpHistory, strikeAt } from '../../../testing/history-kit.ts'
import { lateRecords, recordsSince } from '../records-since.ts'

const SECOND = 1_000
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const minuteOf = (ms: number) => Math.floor(ms / MINUTE)

describe('stored data', () => {
  it('is there again after a restart, with every digit', async () => {
    const { batch, reopen } = setUpHistory()
    const record = strikeRecord({ time: BigInt(START_MS) * 1_000_000n + 123_456_789n, lat: 23.123456, mds: null })
    batch(record)
    const history = await reopen()
    expect(await recordsSince(history.strikes, 0)).toEqual([record])
  })

  it('stores each strike once, with repeats, and after a restart too', async () => {
    const { batch, ids, reopen, history } = setUpHistory()
    const strike = strikeAt(START_MS - 3 * SECOND)
    batch(strike, { ...strike, region: 9 })
    batch(strike)
    expect((await history.status()).duplicates).toBe(2)
    await reopen()
    batch(strike)
    expect(await ids()).toEqual([strikeIdentity(strike)])
  })

  it('distinguishes strikes of the same moment by position', async () => {
    const { batch, ids } = setUpHistory()
    const strike = strikeAt(START_MS)
    batch(strike, { ...strike, lat: 1 }, { ...strike, lon: 2 })
    expect(await ids()).toHaveLength(3)
  })

  it('is packed in a worker for readers of a minute before it settles', async () => {
    const { batch, history } = setUpHistory()
    batch(strikeAt(START_MS))
    let frames: Uint8Array | null = null
    const asked = history.strikes.frames(minuteOf(START_MS)).then((packed) => {
      frames = packed
    })
    await settle()
    expect(frames).toBeNull() // this thread has done its part
    await asked
    expect(frames).not.toBeNull()
  })

  it('is combined into one piece once a minute settles, unchanged', async () => {
    const { batch, clock, history, ids, file, reopen } = setUpHistory()
    for (let second = 0; second < 60; second++) {
      batch(strikeAt(clock.now() - 2 * SECOND), strikeAt(clock.now() - SECOND))
      await clock.advance(SECOND)
    }
    batch(strikeAt(clock.now() + 3 * MINUTE))
    await clock.advance(3 * MINUTE)
    const before = await ids()
    await history.maintain()
    expect(await ids()).toEqual(before)
    expect(before).toHaveLength(121)
    const again = await reopen()
    expect(await ids()).toEqual(before)
    await again.close()
    const db = new DatabaseSync(file, { readOnly: true })
    const rows = db.prepare('SELECT minute, count(*) AS pieces FROM strikes GROUP BY minute ORDER BY minute').all()
    db.close()
    expect(rows.map(({ pieces }) => pieces)).toEqual([1, 1, 1])
  })

  it('is one piece per minute if written together', async () => {
    const { clock, history, ids, file } = setUpHistory()
    const seconds = Array.from({ length: 120 }, (_, second) => strikeAt(clock.now() - 3 * MINUTE + second * SECOND))
    await history.write(...seconds.map((record) => ({ kind: 'strikes' as const, records: [record] })))
    expect(await ids()).toEqual(seconds.map(strikeIdentity))
    await history.close()
    const db = new DatabaseSync(file, { readOnly: true })
    const rows = db.prepare('SELECT minute, count(*) AS pieces, sum(count) AS count FROM strikes GROUP BY minute').all()
    db.close()
    expect(rows.map(({ pieces }) => pieces)).toEqual(rows.map(() => 1))
    expect(rows.reduce((sum, { count }) => sum + Number(count), 0)).toBe(120)
  })

  it('uses the time of the strike, to the last nanosecond', async () => {
    const { batch, history } = setUpHistory()
    const minuteNs = BigInt(START_MS) * 1_000_000n
    batch(strikeRecord({ time: minuteNs - 1n }), strikeRecord({ time: minuteNs }))
    const minute = minuteOf(START_MS)
    expect(await history.strikes.minutes(START_MS - MINUTE, START_MS + MINUTE)).toEqual([minute - 1, minute])
    expect((await history.strikes.block(minute - 1))?.offsetsNs).toEqual(Float64Array.of(59_999_999_999))
  })

  it('does not hold what can not be of these days', async () => {
    const { batch, ids, history } = setUpHistory()
    const good = strikeAt(START_MS)
    batch(good, strikeAt(START_MS + HOUR), strikeAt(START_MS - 80 * HOUR), strikeRecord({ time: 1n }))
    expect(await ids()).toEqual([strikeIdentity(good)])
    expect((await history.status()).outOfTime).toBe(3)
  })

  it('is deleted by minute after its retention, except the latest report of an airport', async () => {
    const { batch, clock, history, ids, reopen } = setUpHistory({ hours: 1 })
    batch(strikeAt(START_MS))
    const records = [
      reportRecord({ obs_time: '2026-07-01T07:30:00Z' }),
      reportRecord({ obs_time: '2026-07-01T08:00:00Z' }),
      reportRecord({ icao: 'ZBAA', obs_time: '2026-07-01T08:30:00Z' }),
    ]
    history.write({ kind: 'reports', records })
    history.write(observed(START_MS - HOUR, START_MS + 2 * HOUR))
    await clock.advance(2 * HOUR)
    const young = strikeAt(clock.now())
    batch(young)
    await history.maintain()
    expect(await ids()).toEqual([strikeIdentity(young)])
    expect(await history.missing('lightning', START_MS - HOUR, START_MS + 2 * HOUR)).toEqual([
      { fromMs: START_MS - HOUR, toMs: START_MS + HOUR },
    ])
    expect(await history.status()).toMatchObject({ minutes: 1, reports: 2 })
    await reopen()
    expect(await ids()).toEqual([strikeIdentity(young)])
  })
})

describe('reports and notes', () => {
  it('are present after a restart: the latest report of each airport, a correction replacing its original', async () => {
    const { history, reopen } = setUpHistory()
    const old = reportRecord({ obs_time: '2026-07-01T07:30:00Z' })
    const wrong = reportRecord({ obs_time: '2026-07-01T08:00:00Z' })
    const right = { ...wrong, raw_metar: `${wrong.raw_metar} COR`, custom: { deep: 12345678901234567890n } }
    history.write({ kind: 'reports', records: [old, wrong, right, reportRecord({ icao: 'ZBAA' }), right] })
    const { reports } = await (await reopen()).memory.recall()
    expect(reports.filter(({ icao }) => icao === 'ZSPD').at(-1)).toEqual(right)
    expect(new Set(reports.map(({ icao }) => icao))).toEqual(new Set(['ZSPD', 'ZBAA']))
  })

  it('keep whether the data is simulated', async () => {
    const { history, reopen } = setUpHistory()
    expect((await history.memory.recall()).simulated).toBeNull()
    expect(await history.memory.learnedSimulated(true)).toBe(true)
    const { memory } = await reopen()
    expect((await memory.recall()).simulated).toBe(true)
  })

  it('set everything aside where simulated data turns out to be real', async () => {
    const { history, batch, ids, deps, reopen } = setUpHistory()
    batch(strikeAt(START_MS))
    await history.notes.set('points spent', 'some')
    await history.memory.learnedSimulated(true)
    const again = await reopen()
    expect((await again.memory.recall()).strikes).toHaveLength(1)
    expect(await ids()).toHaveLength(1)
    expect(await again.memory.learnedSimulated(false)).toBe(false)
    expect(await ids()).toEqual([])
    expect(await again.notes.get('points spent')).toBeNull()
    expect((await again.status()).notice).toMatch(/set aside as test\.sqlite\.simulated-20260701T080000Z/)
    expect(readdirSync(deps.dir).filter((name) => name.includes('.simulated-'))).not.toEqual([])
    const real = strikeAt(START_MS)
    batch(real)
    expect(await ids()).toEqual([strikeIdentity(real)])
  })
})

describe('the resume state of a source', () => {
  it.each([-2 * MINUTE, 2 * MINUTE])('is the same where the clock was put by %i ms meanwhile', async (stepMs) => {
    const { history, batch, clock, reopen } = setUpHistory()
    const strike = strikeAt(START_MS - 4.5 * MINUTE)
    batch(strike)
    history.write(observed(START_MS - 5 * MINUTE, START_MS))
    clock.step(stepMs)
    const known = await (await reopen()).memory.recall()
    expect(known.strikes.map(strikeIdentity)).toEqual([strikeIdentity(strike)])
    expect(known.observed.at(-1)?.toMs).toBe(START_MS)
  })
})

describe('a clock that is set', () => {
  it('ahead by a year expires nothing', async () => {
    const { batch, ids, history, clock } = setUpHistory()
    batch(...Array.from({ length: 6 }, () => strikeAt(START_MS)))
    clock.step(365 * 24 * HOUR)
    await history.maintain()
    history.write({ kind: 'strikes', records: [strikeAt(START_MS + SECOND)], atMs: START_MS + SECOND })
    await history.maintain()
    expect(await ids()).toHaveLength(7)
    expect(await history.strikes.isSealed(minuteOf(START_MS))).toBe(false)
  })

  it('back by a year keeps everything', async () => {
    const { batch, ids, history, clock, reopen } = setUpHistory()
    batch(strikeAt(START_MS))
    clock.step(-365 * 24 * HOUR)
    history.write({ kind: 'strikes', records: [strikeAt(START_MS + SECOND)], atMs: START_MS + SECOND })
    await history.maintain()
    const again = await reopen()
    again.write({ kind: 'strikes', records: [strikeAt(START_MS + 10 * SECOND)], atMs: START_MS + 10 * SECOND })
    expect(await ids()).toHaveLength(3)
  })
})

describe('a sealed minute', () => {
  it('stays unchanged after later arrivals, which are stored beside it', async () => {
    const { batch, history, clock, ids, reopen } = setUpHistory()
    const minute = minuteOf(START_MS)
    batch(strikeAt(START_MS), strikeAt(START_MS + SECOND))
    expect(await history.strikes.isSealed(minute)).toBe(false)
    await clock.advance(17 * MINUTE)
    batch(strikeAt(clock.now()))
    await history.maintain()
    expect(await history.strikes.isSealed(minute)).toBe(true)
    expect(await history.strikes.isSealed(minute + 2)).toBe(false)
    const frames = Buffer.from((await history.strikes.sealedFrames(minute))!)
    batch(strikeAt(START_MS + 2 * SECOND), strikeAt(START_MS + MINUTE))
    await history.maintain()
    await clock.advance(HOUR)
    batch(strikeAt(clock.now()))
    await history.maintain()
    const again = await reopen()
    expect(Buffer.from((await again.strikes.sealedFrames(minute))!)).toEqual(frames)
    expect(await again.strikes.sealedFrames(minute + 1)).toBeNull()
    expect(await ids(START_MS, START_MS + 2 * MINUTE)).toHaveLength(4)
  })
})

describe('late strikes', () => {
  it('are found by resuming clients, in the order of their arrival', async () => {
    const { batch, history } = setUpHistory()
    batch(strikeAt(START_MS))
    batch(strikeAt(START_MS - 30 * SECOND)) // no later than others
    const late = strikeAt(START_MS - 8 * MINUTE)
    batch(late, strikeAt(START_MS + SECOND))
    const found = (sinceMs: number) => lateRecords(history.strikes, sinceMs - MINUTE, sinceMs - MINUTE)
    expect(await found(START_MS)).toHaveLength(1)
    expect(await found(START_MS + 2 * MINUTE)).toHaveLength(0)
    expect(await found(START_MS - 10 * MINUTE)).toHaveLength(0) // it is in the minutes themselves
  })
})
