import { create } from 'zustand'
import { type Alarm, isRow } from '../../../contract/watch/alarms.ts'
import type { Snooze } from '../../../contract/watch/journal.ts'
import type { FeedObserved, LadderKind, LevelsAnswer, PlaceState } from '../../../contract/watch/place-states.ts'

/** The states of action levels as the server told them; `evaluate.ts` brings them to the present second. Filled by `follow-levels.ts` alone. */

/** Whether lightning data arrive, and of when the server said so. Unix ms. */
export interface FeedTold extends FeedObserved {
  atMs: number
}

interface Levels {
  /** `none` where the server evaluates no levels; `loading` until all states are here. */
  line: 'none' | 'loading' | 'whole'
  /** By `keyOf`: all ladders that are not off, those that became so since, and those that were asked for. */
  told: ReadonlyMap<string, PlaceState>
  /** Null before the first answer. */
  lightning: FeedTold | null
  /** Places of which messages are held back, as the server said last; null before it did. */
  snoozes: readonly Snooze[] | null
}

export const useLevels = create<Levels>()(() => ({
  line: 'none',
  told: new Map(),
  lightning: null,
  snoozes: null,
}))

export function keyOf(ladder: LadderKind, placeId: string): string {
  return `${ladder} ${placeId}`
}

/** The viewer's own levels are further ladders of the same place. */
export function ownKeyOf(ladder: LadderKind, placeId: string): string {
  return `own ${keyOf(ladder, placeId)}`
}

/** Takes an answer of `GET /api/levels`: of everything, or of some places alone. */
export function takeAnswer({ places, observed }: LevelsAnswer, atMs: number, isAll: boolean): void {
  useLevels.setState(({ told: before, lightning }) => ({
    told: merged(isAll ? ladders(before, isOff) : before, places),
    lightning: isAll || !lightning ? { ...observed.lightning, atMs } : lightning,
  }))
}

/** Takes rows of the stream: each carries its whole ladder. */
export function takeRows(alarms: readonly Alarm[]): void {
  // Who has seen to a row is news; its state is not.
  const rows = alarms.filter(isRow).filter(({ acknowledged }) => acknowledged === null)
  const feed = rows.findLast((row) => row.feed === 'lightning')
  const states = rows.filter((row) => row.place !== null && row.ladder !== null)
  if (states.length === 0 && !feed) return
  useLevels.setState(({ told }) => ({
    ...(states.length > 0 && { told: merged(told, states) }),
    ...(feed && { lightning: { ...feed.observed, atMs: Date.parse(feed.at) } }),
  }))
}

/** What an answer of everything leaves out is off. */
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
