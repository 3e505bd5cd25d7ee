import { create } from 'zustand'
import { type Alarm, isRow } from '../../../contract/watch/alarms.ts'
import type { Snooze } from '../../../contract/watch/journal.ts'
import type { FeedObserved, LadderKind, LevelsAnswer, PlaceState } from '../../../contract/watch/place-states.ts'

/** States of action levels as the server sent them; `evaluate.ts` updates them to the present second. `follow-levels.ts` writes here. */

/** Whether lightning data arrive, with the time of the server's message. Unix ms. */
export interface FeedTold extends FeedObserved {
  atMs: number
}

/** Levels evaluated by the page itself; null if there are none. */
export interface LocalLevels {
  /** All places, if the server is unreachable or evaluates none; else the viewer's rings only. */
  isOfAll: boolean
  read(id: string): { lightning: PlaceState | null; weather: PlaceState | null; own: PlaceState | null }
}

interface Levels {
  /** `none` if the server evaluates no levels; `loading` until all states are loaded. */
  line: 'none' | 'loading' | 'whole'
  /** By `keyOf`: ladders that are not off, turned off since, or were requested by id. */
  told: ReadonlyMap<string, PlaceState>
  /** Null before the first response. */
  lightning: FeedTold | null
  /** Snoozed places; null before the first response. */
  snoozes: readonly Snooze[] | null
  /** Null until its code is here. Only `local-engine.ts` writes it. */
  local: LocalLevels | null
}

export const useLevels = create<Levels>()(() => ({
  line: 'loading',
  told: new Map(),
  lightning: null,
  snoozes: null,
  local: null,
}))

export function keyOf(ladder: LadderKind, placeId: string): string {
  return `${ladder} ${placeId}`
}

/** The viewer's own levels are further ladders of the same place. */
export function ownKeyOf(ladder: LadderKind, placeId: string): string {
  return `own ${keyOf(ladder, placeId)}`
}

/** Applies a response of `GET /api/levels`: of all places, or of some. */
export function takeAnswer({ places, observed }: LevelsAnswer, atMs: number, isAll: boolean): void {
  useLevels.setState(({ told: before, lightning }) => ({
    told: merged(isAll ? ladders(before, isOff) : before, places),
    lightning: isAll || !lightning ? { ...observed.lightning, atMs } : lightning,
  }))
}

/** Takes rows of the stream: each carries its whole ladder. */
export function takeRows(alarms: readonly Alarm[]): void {
  // An acknowledged row carries an old state.
  const rows = alarms.filter(isRow).filter(({ acknowledged }) => acknowledged === null)
  const feed = rows.findLast((row) => row.feed === 'lightning')
  const states = rows.filter((row) => row.place !== null && row.ladder !== null)
  if (states.length === 0 && !feed) return
  useLevels.setState(({ told }) => ({
    ...(states.length > 0 && { told: merged(told, states) }),
    ...(feed && { lightning: { ...feed.observed, atMs: Date.parse(feed.at) } }),
  }))
}

/** Ladders that a full response omits. */
function isOff({ levels, stops }: PlaceState): boolean {
  return stops.length === 0 && levels.every(({ state }) => state === 'off')
}

function ladders(told: ReadonlyMap<string, PlaceState>, which: (state: PlaceState) => boolean) {
  return new Map([...told].filter(([, state]) => which(state)))
}

function merged(
  before: ReadonlyMap<string, PlaceState>,
  states: readonly PlaceState[],
): ReadonlyMap<string, PlaceState> {
  const told = new Map(before)
  for (const state of states) {
    const { place, ladder, levels, own } = state
    if (!place || !ladder) continue
    const key = own === undefined ? keyOf(ladder, place.id) : ownKeyOf(ladder, place.id)
    const held = told.get(key)
    if (held && held.rev >= state.rev && held.at >= state.at) continue
    if (levels.length === 0) told.delete(key)
    else told.set(key, state)
  }
  return told
}
