import fc from 'fast-check'
import { expect } from 'vitest'
import { secondEnd } from '../../core/airports/hold-time.ts'
import { replayLadder } from '../../core/levels/replay-ladder.ts'
import { MINUTE_MS } from '../../core/time/durations.ts'
import { type LevelWorldOptions, levelOf, runLevels, type WorldGap, type WorldStrike } from './level-world.ts'

/** Random cases: three levels with strikes and up to three gaps. Each property throws if it is violated. */

export const FROM_MS = Date.parse('2026-07-01T08:00:00Z')
const HOLD_MIN_MIN = 5
const KM = [5, 8, 16] as const

/** The limits of the cases. A world continues after its length until all levels have ended. */
interface WorldSize {
  lengthMin: number
  strikes: number
  holdMaxMin: number
  gapMaxS: number
}
export const LONG_WORLDS: WorldSize = { lengthMin: 90, strikes: 70, holdMaxMin: 30, gapMaxS: 2_000 }
/** For the tests of each change: as many strikes, gaps and ends in a minute as in the long ones, and more. */
export const SHORT_WORLDS: WorldSize = { lengthMin: 40, strikes: 40, holdMaxMin: 15, gapMaxS: 1_000 }

const ladder = (strikes: fc.Arbitrary<number>, { holdMaxMin }: WorldSize) =>
  fc
    .tuple(
      ...KM.map((km) =>
        fc.record({ km: fc.constant(km), holdMin: fc.integer({ min: HOLD_MIN_MIN, max: holdMaxMin }), strikes }),
      ),
    )
    .map((levels) =>
      levels.map(({ km, holdMin, strikes: count }) => levelOf(`r${km}`, km, holdMin, { strikes: count })),
    )

const strikesAt = ({ lengthMin, strikes }: WorldSize) =>
  fc
    .array(
      fc.record({
        timeMs: fc.integer({ min: 0, max: lengthMin * MINUTE_MS }).map((ms) => FROM_MS + ms),
        km: fc.integer({ min: 0, max: 200 }).map((tenths) => tenths / 10 + 0.05),
      }),
      { maxLength: strikes },
    )
    .map(inOrder)

const gapsAt = ({ lengthMin, gapMaxS }: WorldSize) =>
  fc
    .array(
      fc.record({
        startS: fc.integer({ min: 0, max: lengthMin * MINUTE_MS }).map((ms) => ms / 1_000),
        lengthS: fc.integer({ min: 1_000, max: gapMaxS * 1_000 }).map((ms) => ms / 1_000),
      }),
      { maxLength: 3 },
    )
    .map((gaps) => {
      const apart: WorldGap[] = []
      for (const { startS, lengthS } of gaps.sort((a, b) => a.startS - b.startS)) {
        const gap = { fromMs: FROM_MS + startS * 1_000, toMs: FROM_MS + (startS + lengthS) * 1_000 }
        // Shorter periods are not gaps, as in operation.
        if (lengthS >= 2 && gap.fromMs >= (apart.at(-1)?.toMs ?? 0) + 3_000) apart.push(gap)
      }
      return apart
    })

const worldOf = (strikes: fc.Arbitrary<number>, size: WorldSize) =>
  fc.record({ levels: ladder(strikes, size), strikes: strikesAt(size), gaps: gapsAt(size) })
/** Levels that need one to three strikes. */
export const anyWorld = (size = LONG_WORLDS) => worldOf(ANY_COUNT, size)
export type World = { levels: ReturnType<typeof levelOf>[]; strikes: WorldStrike[]; gaps: WorldGap[] }

const ANY_COUNT = fc.integer({ min: 1, max: 3 })
const ONE = fc.constant(1)

/** Runs a world until all levels have ended. */
export const run = (over: World & Partial<LevelWorldOptions>, size = LONG_WORLDS) =>
  runLevels({ fromMs: FROM_MS, toMs: endMsOf(size), ...over })

/** The longest hold time, and time for a strike that is late. */
const endMsOf = ({ lengthMin, holdMaxMin }: WorldSize) => FROM_MS + (lengthMin + holdMaxMin + 5) * MINUTE_MS

type Property = (runs: number, seed: number) => void

const property =
  <T>(arbitrary: fc.Arbitrary<T>, holds: (value: T) => void): Property =>
  (numRuns, seed) =>
    fc.assert(fc.property(arbitrary, holds), { numRuns, seed })

export function levelProperties(size: WorldSize): Record<string, Property> {
  const world = (strikes: fc.Arbitrary<number>) => worldOf(strikes, size)
  const runOf = (over: World & Partial<LevelWorldOptions>) => run(over, size)
  const lengthS = size.lengthMin * 60
  const minutes = { minLength: size.lengthMin, maxLength: size.lengthMin }

  return {
    'P1: a level ends only after a fully observed hold time without a strike': property(world(ANY_COUNT), (each) => {
      const ended = runOf(each).rows.filter(({ cause }) => cause?.kind === 'hold-ended')
      for (const { changed, at, levels } of ended) {
        for (const id of changed) {
          const { km, holdMin, state } = levels.find((level) => level.id === id)!
          expect(state).toBe('off')
          const toMs = Date.parse(at)
          const fromMs = toMs - holdMin * MINUTE_MS
          const struck = knownOf(each).filter(
            (strike) => strike.km <= km! && strike.timeMs > fromMs && strike.timeMs < toMs,
          )
          expect(struck).toEqual([])
          // A gap of less than two seconds at the end is not detected yet.
          const gaps = each.gaps.filter((gap) => gap.toMs > fromMs && gap.fromMs < toMs - 2_000)
          expect(gaps).toEqual([])
        }
      }
    }),

    'P2: each known strike turns its levels on at once': property(world(ONE), (each) => {
      const states = new Map<number, string[]>()
      const times = new Set(knownOf(each).map(({ timeMs }) => secondEnd(timeMs)))
      runOf({
        ...each,
        each: (nowMs, stateAt) => {
          if (times.has(nowMs))
            states.set(
              nowMs,
              stateAt(nowMs).levels.map(({ state }) => state),
            )
        },
      })
      for (const { timeMs, km } of knownOf(each)) {
        for (const [i, level] of each.levels.entries()) {
          if (km <= level.km!) expect(states.get(secondEnd(timeMs))?.[i]).toBe('on')
        }
      }
    }),

    'P3: the bench, driven by strikes, and the engine, driven each second, agree to the second': property(
      world(ANY_COUNT),
      (each) => {
        const { rows } = runOf(each)
        const toMs = endMsOf(size)
        const moments = replayLadder(each.levels, knownOf(each), { gaps: each.gaps, toMs })
        const told = (
          changed: readonly string[],
          levels: readonly { id: string; state: string; since: string | null }[],
        ) =>
          changed.map((id) => {
            const level = levels.find((other) => other.id === id)
            return `${id} ${level?.state} ${level?.since}`
          })
        expect(moments.flatMap(({ changed, levels }) => told(changed, levels))).toEqual(
          rows.flatMap(({ changed, levels }) => told(changed, levels)),
        )
      },
    ),

    'P5: after a kill at any second and a backfill the rows are the same, in the same order': property(
      fc.record({
        of: world(ONE),
        atS: fc.integer({ min: 60, max: lengthS }),
        downS: fc.integer({ min: 1, max: 120 }),
        nearEnd: fc.option(fc.record({ which: fc.nat(), beforeS: fc.integer({ min: 0, max: 120 }) })),
      }),
      ({ of, atS, downS, nearEnd }) => {
        const whole = runOf(of)
        const ends = whole.rows.filter(({ cause }) => cause?.kind === 'hold-ended').map(({ at }) => Date.parse(at))
        const near = nearEnd && ends.length > 0 ? ends[nearEnd.which % ends.length]! - nearEnd.beforeS * 1_000 : null
        const fromMs = Math.max(FROM_MS + 1_000, near ?? FROM_MS + atS * 1_000)
        const killed = runOf({ ...of, down: { fromMs, toMs: fromMs + downS * 1_000 } })
        expect(killed.rows.map(({ id }) => id)).toEqual(whole.rows.map(({ id }) => id))
      },
    ),

    'a page that continues from the last sent state, after a silence at any second, has the same rows': property(
      fc.record({
        of: world(ANY_COUNT),
        atS: fc.integer({ min: 60, max: lengthS }),
        silentS: fc.integer({ min: 15, max: 75 }),
      }),
      ({ of, atS, silentS }) => {
        const fromMs = FROM_MS + atS * 1_000
        const continued = runOf({ ...of, down: { fromMs, toMs: fromMs + silentS * 1_000 }, continues: true })
        expect(continued.rows.map(({ id }) => id)).toEqual(runOf(of).rows.map(({ id }) => id))
      },
    ),

    'P7: row ids are unique': property(world(ANY_COUNT), (each) => {
      expect(runOf(each).repeated).toEqual([])
    }),

    'P8: expectations lapse by ten minutes after they were to come true, and a level of a chance ends only after its hold time':
      property(
        fc.record({
          met: fc.array(fc.boolean(), minutes),
          missing: fc.array(fc.boolean(), minutes),
          gaps: gapsAt(size),
          withinMin: fc.constantFrom(10 as const, 15 as const, 30 as const, 60 as const),
        }),
        ({ met, missing, gaps, withinMin }) => {
          const chance = { percent: 50, withinMin }
          const levels = [levelOf('amber', 10, 15, { chance }), levelOf('watch', 16, 30, { expect: chance })]
          const nowcasts = met.flatMap((isMet, minute) => {
            const atMs = FROM_MS + minute * MINUTE_MS
            const isLost = missing[minute] || gaps.some(({ fromMs, toMs }) => atMs >= fromMs && atMs < toMs)
            return isLost ? [] : [{ atMs, isMet }]
          })
          const overdue: { nowMs: number; until: string }[] = []
          const { rows } = runOf({
            levels,
            strikes: [],
            gaps,
            nowcasts,
            each: (nowMs, stateAt) => {
              if (nowMs % 15_000 !== 0) return
              const [, watch] = stateAt(nowMs).levels
              if (watch!.state !== 'expected') return
              const until = watch!.until!
              if (nowMs > Date.parse(until) + 10 * MINUTE_MS) overdue.push({ nowMs, until })
            },
          })
          expect(overdue).toEqual([])
          for (const { changed, at, cause } of rows) {
            if (cause?.kind !== 'hold-ended' || !changed.includes('amber')) continue
            const endMs = Date.parse(at)
            const fromMs = endMs - 15 * MINUTE_MS
            expect(nowcasts.filter(({ atMs, isMet }) => isMet && atMs > fromMs && atMs < endMs)).toEqual([])
            // At most two minutes without a nowcast, and no gap of the lightning data.
            const times = [fromMs, ...nowcasts.map(({ atMs }) => atMs).filter((ms) => ms > fromMs && ms < endMs), endMs]
            for (const [i, ms] of times.entries()) expect(ms - (times[i - 1] ?? ms)).toBeLessThanOrEqual(3 * MINUTE_MS)
            expect(gaps.filter((gap) => gap.toMs > fromMs && gap.fromMs < endMs - 2_000)).toEqual([])
          }
        },
      ),

    'P11: strikes up to 60 s late, in any order, give the state and end of sorted strikes': property(
      fc.record({
        of: world(ONE),
        lateMs: fc.array(fc.integer({ min: 0, max: 60_000 }), { minLength: size.strikes, maxLength: size.strikes }),
      }),
      ({ of, lateMs }) => {
        const levels = of.levels
        const known = knownOf(of)
        const strikes = known.map((strike, i) => ({ ...strike, arrivesMs: strike.timeMs + lateMs[i]! }))
        const isWaited = (nowMs: number) =>
          strikes.some(({ timeMs, arrivesMs }) => secondEnd(timeMs) <= nowMs && secondEnd(arrivesMs) > nowMs)
        const sorted = statesOf({ levels, strikes: known, gaps: of.gaps }, runOf)
        const late = statesOf({ levels, strikes, gaps: of.gaps }, runOf)
        for (const [nowMs, states] of late) if (!isWaited(nowMs)) expect(states).toEqual(sorted.get(nowMs))
      },
    ),
  }
}

function statesOf(of: World, runOf: typeof run): Map<number, string> {
  const states = new Map<number, string>()
  runOf({
    ...of,
    each: (nowMs, stateAt) => {
      if (nowMs % 15_000 !== 0) return
      states.set(
        nowMs,
        stateAt(nowMs)
          .levels.map(({ state, end }) => `${state} ${end}`)
          .join(),
      )
    },
  })
  return states
}

/** A strike within a gap that is never backfilled stays unknown. */
export function knownOf({ strikes, gaps }: World): WorldStrike[] {
  return strikes.filter(({ timeMs }) => !gaps.some((gap) => timeMs >= gap.fromMs && timeMs < gap.toMs))
}

function inOrder(strikes: WorldStrike[]): WorldStrike[] {
  const times = new Set<number>()
  return strikes
    .sort((a, b) => a.timeMs - b.timeMs)
    .filter(({ timeMs }) => {
      const isNew = !times.has(timeMs)
      times.add(timeMs)
      return isNew
    })
}
