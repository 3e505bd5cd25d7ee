import type { Level } from '../../../contract/watch/levels.ts'
import type { LevelState, PlaceState, RuleOrigin } from '../../../contract/watch/place-states.ts'
import { coverageOf, endBy, endOf, unbrokenSince } from '../../../core/levels/earliest-end.ts'
import { isoOf, isoOrNull, round } from '../../../core/levels/level-state.ts'
import { headlineOf } from '../../../core/levels/step.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'
import type { Span } from '../../../core/time/spans.ts'
import { openGap, type Seen } from './evaluate.ts'

/** A lightning ladder with its observation. */
export interface PageLadder {
  levels: readonly Level[]
  rule: RuleOrigin
  /** The last state from the server; null if it sent none of these levels. */
  told: PlaceState | null
  seen: Seen
  /** All unobserved time, also before the first data of this page. */
  missing: readonly Span[]
}

/**
 * A lightning ladder evaluated by the page with the server's formula, from the server's last state and the records of this page.
 * One strike turns on a level that needs several: the page errs to the side of caution.
 */
export function pageLadder({ levels, rule, told, seen, missing }: PageLadder): PlaceState {
  const states = levels.map((level): LevelState => {
    const before = told?.levels.find(({ id }) => id === level.id) ?? null
    const coverage = Math.floor(coverageOf(missing, level.holdMin * MINUTE_MS, seen.nowMs) * 1_000) / 1_000
    return pageLevel(level, before, seen, coverage)
  })
  const headline = headlineOf(states)
  const isOff = headline.state === 'off'
  const gap = openGap(seen.gaps)
  return {
    place: told?.place ?? null,
    ladder: 'lightning',
    rev: told?.rev ?? 0,
    at: isoOf(seen.nowMs),
    incident: isOff ? null : (told?.incident ?? null),
    ...headline,
    colour: levels.find(({ id }) => id === headline.level)?.colour ?? null,
    rule,
    levels: states,
    observed: { now: gap === null, since: gap && isoOf(gap.fromMs) },
    stops: told?.stops ?? [],
  }
}

function pageLevel(level: Level, told: LevelState | null, { nowMs, gaps, latest }: Seen, coverage: number): LevelState {
  const { id, name, nameZh = null, km = null, holdMin, action, actionZh, who, colour } = level
  const holdMs = holdMin * MINUTE_MS
  const remembered =
    told?.state === 'on' && told.last !== null ? { atMs: Date.parse(told.last), km: told.lastKm } : null
  const seen = km === null ? null : latest(km)
  const last = seen && seen.atMs > (remembered?.atMs ?? 0) ? seen : remembered
  const isOn = last !== null && endBy(last.atMs, gaps, holdMs, nowMs) === null
  const isExpected = !isOn && told?.state === 'expected' && told.until !== null && Date.parse(told.until) > nowMs
  return {
    id,
    name,
    nameZh,
    km,
    holdMin,
    state: isOn ? 'on' : isExpected ? 'expected' : 'off',
    since: (isOn && told?.state === 'on') || isExpected ? (told?.since ?? null) : null,
    last: last ? isoOf(last.atMs) : null,
    lastKm: last?.km == null ? null : round(last.km),
    end: isOn ? isoOrNull(endOf(last.atMs, unbrokenSince(gaps, nowMs), holdMs)) : null,
    until: isExpected ? (told?.until ?? null) : null,
    coverage,
    ...(action !== undefined && { action }),
    ...(actionZh !== undefined && { actionZh }),
    ...(who && { who }),
    ...(colour && { colour }),
  }
}
