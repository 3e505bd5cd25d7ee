import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { PlaceState } from '../../../contract/watch/place-states.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'
import { GAP_MIN_MS } from '../../../core/time/gaps.ts'
import { anyWorld, FROM_MS, knownOf, run, type World } from '../../../testing/levels/level-properties.ts'
import { levelOf } from '../../../testing/levels/level-world.ts'
import { evaluate } from './evaluate.ts'

const RUNS = { numRuns: 25, seed: 20_260_700, endOnFailure: true }

/**
 * A page that joins at a second without history and then receives rows, strikes and gaps: its state and that of the
 * server, and by how much its coverage is higher.
 */
function joined(world: World, joinS: number, remembered: (told: PlaceState) => PlaceState) {
  const states = new Map<number, PlaceState>()
  const joinMs = FROM_MS + joinS * 1_000
  const { rows } = run({
    ...world,
    each: (nowMs, stateAt) => {
      if (nowMs >= joinMs) states.set(nowMs, stateAt(nowMs))
    },
  })
  const rowsAt = Map.groupBy(rows, ({ at }) => Date.parse(at))
  let told = remembered(states.get(joinMs)!)
  const known = knownOf(world)
  const shown: string[] = []
  const kept: string[] = []
  let excess = 0
  for (const [nowMs, state] of states) {
    if (nowMs > joinMs) for (const row of rowsAt.get(nowMs) ?? []) told = remembered(row)
    const gaps = world.gaps
      .filter(({ fromMs, toMs }) => toMs > joinMs && Math.min(toMs, nowMs) - fromMs >= GAP_MIN_MS)
      .map(({ fromMs, toMs }) => ({ fromMs, toMs: toMs > nowMs ? Number.POSITIVE_INFINITY : toMs }))
    const strikes = known.filter(({ timeMs }) => timeMs > joinMs && timeMs <= nowMs)
    const latest = (km: number) => {
      const strike = strikes.findLast((each) => each.km <= km)
      return strike ? { atMs: strike.timeMs, km: strike.km } : null
    }
    const here = evaluate(told, null, { nowMs, gaps, coverage: () => 0, latest })
    shown.push(textOf(here, nowMs))
    kept.push(textOf(state, nowMs))
    excess = Math.max(excess, ...here.levels.map(({ coverage }, i) => coverage - state.levels[i]!.coverage))
  }
  return { shown, kept, excess }
}

function textOf({ levels }: PlaceState, nowMs: number): string {
  return `${nowMs} ${levels.map(({ state, last, end }) => (state === 'on' ? `${last} ${end}` : state)).join()}`
}

type Feed = Parameters<typeof evaluate>[1]

const joining = (remembered: (told: PlaceState) => PlaceState) =>
  fc.property(anyWorld(), fc.integer({ min: 1, max: 7_000 }), (world, joinS) => {
    const { shown, kept, excess } = joined(world, joinS, remembered)
    expect(shown).toEqual(kept)
    expect(excess).toBeLessThan(0.002) // of rounding
  })

it('shows the values of the server, with the page joining at any second', () => {
  fc.assert(
    joining((told) => told),
    RUNS,
  )
})

it('would show other values without the server’s stored state', () => {
  const forgotten = (told: PlaceState): PlaceState => ({
    ...told,
    levels: told.levels.map((level) => ({ ...level, last: null, end: level.end === null ? null : told.at })),
  })
  expect(() => fc.assert(joining(forgotten), RUNS)).toThrow()
})

const AT_MS = Date.parse('2026-07-01T08:10:00Z')
const iso = (ms: number) => new Date(ms).toISOString()

function toldState(over: Partial<PlaceState['levels'][number]> = {}): PlaceState {
  const { name, km = 5, holdMin } = levelOf('r5', 5, 30)
  const level = { id: 'r5', name, nameZh: null, km, holdMin, state: 'on', since: iso(AT_MS), last: iso(AT_MS) } as const
  const end = iso(AT_MS + 30 * MINUTE_MS)
  return {
    place: { id: 'ZSPD', name: 'Pudong', nameZh: null, group: null },
    ladder: 'lightning',
    rev: 1,
    at: iso(AT_MS),
    incident: iso(AT_MS),
    level: 'r5',
    state: 'on',
    colour: null,
    rule: 'default',
    observed: { now: true, since: null },
    stops: [],
    levels: [{ ...level, lastKm: 3, end, until: null, coverage: 0.9, ...over }],
  }
}
const seenAt = (nowMs: number) => ({ nowMs, gaps: [], coverage: () => 0, latest: () => null })

it('restarts a countdown with a strike of the page, and never shortens it by an older one', () => {
  const struck = (atMs: number) => ({ ...seenAt(AT_MS + MINUTE_MS), latest: () => ({ atMs, km: 4.25 }) })
  const [level] = evaluate(toldState(), null, struck(AT_MS + 50_400)).levels
  expect(level).toMatchObject({ end: iso(AT_MS + 30 * MINUTE_MS + 51_000), lastKm: 4.3, last: iso(AT_MS + 50_400) })
  expect(evaluate(toldState(), null, struck(AT_MS - 50_400)).levels[0]).toEqual(toldState().levels[0])
})

it('pauses while data are missing, and restarts when they return', () => {
  const lost = { fromMs: AT_MS + 10_000, toMs: Number.POSITIVE_INFINITY }
  const endAt = (toMs: number, feed: Feed = null) =>
    evaluate(toldState(), feed, { ...seenAt(AT_MS + MINUTE_MS), gaps: [{ ...lost, toMs }] }).levels[0]!.end
  expect(endAt(Number.POSITIVE_INFINITY)).toBe(null)
  expect(endAt(AT_MS + 41_000)).toBe(iso(AT_MS + 30 * MINUTE_MS + 41_000))
  expect(endAt(AT_MS + 41_000, { now: false, since: null, atMs: AT_MS + 40_000 })).toBe(null)
  const seen = { now: true, since: iso(AT_MS + 50_000), atMs: AT_MS + 52_000 }
  expect(endAt(AT_MS + 41_000, seen)).toBe(iso(AT_MS + 30 * MINUTE_MS + 50_000))
})

it('states the observed share of the hold time by the server’s state less later gaps, or by its own data if that is more', () => {
  const shareAt = (
    minutes: number,
    certain: number,
    gaps: { fromMs: number; toMs: number }[] = [],
    feed: Feed = null,
  ) => {
    const seen = { ...seenAt(AT_MS + minutes * MINUTE_MS), gaps, coverage: () => certain }
    return evaluate(toldState(), feed, seen).levels[0]!.coverage
  }
  const lost = { fromMs: AT_MS + MINUTE_MS, toMs: AT_MS + 4 * MINUTE_MS }
  const open = { ...lost, toMs: Number.POSITIVE_INFINITY }
  expect(shareAt(0, 0)).toBe(0.9)
  expect(shareAt(5, 0.95)).toBe(0.95)
  expect(shareAt(5, 0, [lost])).toBe(0.8)
  expect(shareAt(10, 0, [open])).toBe(0.6)
  expect(shareAt(6, 0, [], { now: false, since: null, atMs: AT_MS })).toBe(0.7)
  expect(shareAt(6, 0, [], { now: true, since: iso(lost.toMs), atMs: lost.toMs })).toBe(0.766)
})
