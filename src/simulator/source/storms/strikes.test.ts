import { describe, expect, it } from 'vitest'
import { type StrikeRecord, strikeIdentity, strikeRecordSchema } from '../../../contract/lightning.ts'
import { parseInstantMs } from '../../../contract/time.ts'
import { distanceKm } from '../../../core/geo/geo.ts'
import { RECORDS_PER_STROKE, type StormName } from '../scenarios/scenarios.ts'
import { createStormField } from './storms.ts'
import { createStrikeMaker, STALL } from './strikes.ts'
import type { PolarityMix } from './strikes-records.ts'
import { strokesOf } from './strokes.ts'

const START = Date.UTC(2026, 6, 1, 8) / 1_000

function makerOf(scenario: StormName, options: { seed?: number; rate?: number; polarity?: PolarityMix } = {}) {
  const { seed = 1, rate = 60, polarity = 'documented_like' } = options
  const storms = createStormField({ seed, scenario, startedAtMs: START * 1_000, recordsPerSecond: rate })
  return createStrikeMaker({ seed, storms, polarity, stalls: scenario === 'outbreak' })
}

const seconds = (from: number, count: number) => Array.from({ length: count }, (_, i) => from + i)
const storedOver = (maker: ReturnType<typeof makerOf>, from: number, count: number) =>
  seconds(from, count).flatMap((second) => maker.storedIn(second).map((strike) => strike.record))
const timeNs = (record: StrikeRecord) => BigInt(record.time)
const storedMs = (record: StrikeRecord) => parseInstantMs(record.arrived_at)!
const delayMs = (record: StrikeRecord) => storedMs(record) - Number(timeNs(record) / 1_000n) / 1e3
const share = <T>(some: T[], is: (one: T) => boolean) => some.filter(is).length / some.length
const quantile = (values: number[], p: number) => values.toSorted((a, b) => a - b)[Math.floor(values.length * p)]!

describe('the records of a second', () => {
  it('are equal for all clients and in any order', () => {
    const asked = [START, START + 200, START - 900, START + 1, START + 86_400]
    const one = makerOf('crossing')
    const other = makerOf('crossing')
    const forward = asked.map((second) => one.batch(second))
    const backward = asked.toReversed().map((second) => other.batch(second))
    expect(backward.toReversed()).toEqual(forward)
    expect(forward.every((batch) => batch.length > 0)).toBe(true)
  })

  it('are other ones from another seed', () => {
    expect(makerOf('summer_afternoon', { seed: 2 }).batch(START)).not.toEqual(makerOf('summer_afternoon').batch(START))
  })

  it('are those stored within it, oldest first', () => {
    const maker = makerOf('summer_afternoon')
    for (const second of seconds(START, 60)) {
      const times = maker.storedIn(second).map((strike) => storedMs(strike.record))
      expect(times).toEqual(times.toSorted((a, b) => a - b))
      for (const ms of times) expect(Math.floor(ms / 1_000)).toBe(second)
    }
  })
})

describe('a record', () => {
  const records = storedOver(makerOf('summer_afternoon'), START, 150)

  it('is one of the contract', () => {
    for (const record of records) expect(strikeRecordSchema.safeParse(record).success).toBe(true)
  })

  it('has a time in steps of 100 ns, also as text', () => {
    for (const record of records) {
      expect(timeNs(record) % 100n).toBe(0n)
      const [whole, digits] = record.obser_datetime!.slice(0, -1).split('.')
      expect(BigInt(Date.parse(`${whole}Z`)) * 1_000_000n + BigInt(digits!.padEnd(9, '0'))).toBe(timeNs(record))
    }
  })

  it('arrives after 1.4 to 30 s, half of them within 5 s', () => {
    const delays = records.map(delayMs).filter((ms) => ms < 60_000) // stragglers apart
    expect(delays.length).toBeGreaterThan(records.length - 10)
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(1_400)
    expect(Math.max(...delays)).toBeLessThanOrEqual(30_001)
    expect(quantile(delays, 0.5) / 5_000).toBeCloseTo(1, 1)
    expect(quantile(delays, 0.95) / 8_500).toBeCloseTo(1, 1)
  })

  it('has the measured quality numbers', () => {
    const mds = records.map((record) => record.mds!)
    const mcg = records.map((record) => record.mcg!)
    expect(quantile(mds, 0.5) / 9_600).toBeCloseTo(1, 1)
    expect([Math.min(...mds) >= 4_900, Math.max(...mds) <= 15_000]).toEqual([true, true])
    expect([Math.min(...mcg) >= 80, Math.max(...mcg) <= 320]).toEqual([true, true])
    expect(new Set(records.map((record) => record.status))).toEqual(new Set([0, 1, 2]))
    expect(records.every((record) => record.alt === 0)).toBe(true)
  })

  it('has its polarity as documented: 78 % negative, 10 % positive, 12 % unknown', () => {
    expect(share(records, (record) => record.pol === -1)).toBeCloseTo(0.78, 1)
    expect(share(records, (record) => record.pol === 1)).toBeCloseTo(0.1, 1)
    expect(share(records, (record) => record.pol === 0)).toBeCloseTo(0.12, 1)
  })

  it('never has a polarity if the feed resembles the live ones', () => {
    const live = storedOver(makerOf('summer_afternoon', { polarity: 'live_like' }), START, 30)
    expect(live.length).toBeGreaterThan(1_000)
    expect(new Set(live.map((record) => record.pol))).toEqual(new Set([0]))
  })

  it('has extension fields occasionally', () => {
    const extended = records.filter((record) => 'delay' in record)
    expect(extended.length / records.length).toBeCloseTo(0.2, 1)
    for (const record of extended) {
      expect(Object.keys(record)).toEqual(expect.arrayContaining(['delay', 'lonc', 'latc']))
      expect(record.delay).toBeCloseTo(delayMs(record) / 1_000, 0)
    }
  })
})

describe('the network', () => {
  it('has 2.4 records of a stroke on average', () => {
    const storms = createStormField({
      seed: 1,
      scenario: 'summer_afternoon',
      startedAtMs: START * 1_000,
      recordsPerSecond: 60,
    })
    const strokes = seconds(START, 300).reduce((sum, second) => {
      return sum + strokesOf(1, storms.cellsAt(second * 1_000), second).length
    }, 0)
    const records = storedOver(makerOf('summer_afternoon'), START, 300).length
    expect(RECORDS_PER_STROKE).toBeCloseTo(2.4, 1)
    expect(records / strokes).toBeGreaterThan(2.3)
    expect(records / strokes).toBeLessThan(2.5)
  })

  it('repeats solutions from another region, and adds others a few km and 12 to 175 microseconds away', () => {
    const records = storedOver(makerOf('summer_afternoon', { rate: 20 }), START, 300)
    const byIdentity = Map.groupBy(records, strikeIdentity)
    const copied = [...byIdentity.values()].filter((same) => same.length > 1)
    expect(copied.length).toBeGreaterThan(500)
    for (const [one, other] of copied) expect(other!.region).not.toBe(one!.region)

    const sorted = [...byIdentity.values()].map((same) => same[0]!).sort((a, b) => (timeNs(a) < timeNs(b) ? -1 : 1))
    const pairs = sorted.slice(1).map((later, i) => ({ later, sooner: sorted[i]! }))
    const alternatives = pairs.filter(({ later, sooner }) => {
      const apartNs = timeNs(later) - timeNs(sooner)
      return apartNs > 0n && apartNs <= 175_000n && distanceKm(later, sooner) < 80
    })
    expect(alternatives.length).toBeGreaterThan(250)
  })

  it('has records out of order of their times', () => {
    const times = storedOver(makerOf('summer_afternoon'), START, 30).map(timeNs)
    expect(times.some((time, i) => i > 0 && time < times[i - 1]!)).toBe(true)
  })

  it('has the requested rate over a day', () => {
    const maker = makerOf('summer_afternoon')
    let count = 0
    for (let hour = 0; hour < 24; hour += 2) count += storedOver(maker, START + hour * 3_600, 20).length
    expect(count / (12 * 20)).toBeGreaterThan(60 * 0.85)
    expect(count / (12 * 20)).toBeLessThan(60 * 1.15)
  })
})

describe('odd records', () => {
  const maker = makerOf('summer_afternoon')
  const pushed = seconds(START, 900).map((second) => {
    const stored = maker.storedIn(second).map(({ record }) => record)
    return { stored, batch: maker.batch(second) }
  })
  const records = pushed.flatMap(({ stored }) => stored)

  it('are exactly on the antimeridian occasionally', () => {
    expect(new Set(records.filter((record) => Math.abs(record.lon) === 180).map((record) => record.lon))).toEqual(
      new Set([180, -180]),
    )
  })

  it('are more than five minutes late occasionally', () => {
    const late = records.filter((record) => delayMs(record) > 300_000)
    expect(late.length).toBeGreaterThan(1)
    expect(late.length).toBeLessThan(30)
  })

  it('share one time at two places now and then', () => {
    const byTime = Map.groupBy(records, timeNs)
    const twins = [...byTime.values()].filter((same) => new Set(same.map(strikeIdentity)).size > 1)
    expect(twins.length).toBeGreaterThan(10)
  })

  it('are pushed a second time, digit for digit, now and then', () => {
    const repeated = pushed.flatMap(({ stored, batch }, i) => (batch.length > stored.length ? [i] : []))
    expect(repeated.length).toBeGreaterThan(5)
    for (const i of repeated) expect(pushed[i - 1]?.batch).toContainEqual(pushed[i]!.batch.at(-1))
  })
})

describe('the worst case', () => {
  const maker = makerOf('outbreak')
  const cycle = Math.ceil(START / STALL.everySeconds) * STALL.everySeconds
  const stall = cycle + STALL.fromSecond

  it('has 300 records a second', () => {
    const count = storedOver(maker, cycle, 60).length
    expect(count / 60).toBeGreaterThan(280)
    expect(count / 60).toBeLessThan(320)
  })

  it('stalls for ten seconds and then releases the strikes in one batch of about 3,000', () => {
    const held = seconds(stall, STALL.seconds - 1).map((second) => maker.batch(second).length)
    expect(held).toEqual(held.map(() => 0))
    const released = maker.storedIn(stall + STALL.seconds - 1)
    expect(released.length).toBeGreaterThan(2_700)
    expect(released.length).toBeLessThan(3_300)
    for (const { record } of released) expect(Math.floor(storedMs(record) / 1_000)).toBe(stall + STALL.seconds - 1)
  })
})

it('is empty if quiet', () => {
  const maker = makerOf('quiet')
  for (const second of seconds(START, 300)) expect(maker.batch(second)).toEqual([])
})
