import { type LevelMemory, newMemory } from '../../../core/levels/level-memory.ts'
import type { LadderMemory } from '../../../core/levels/place-ladder.ts'
import { laddersOf, type Place } from '../../../core/places/place.ts'
import type { WatchStore } from '../../history/watch-store.ts'

/** How a place stood before there were levels, as `place/{id}` of the store has it. Unix ms. */
interface TwoRingState {
  stage: 'calm' | 'alert' | 'alarm'
  sinceMs: number
  inner: RingState
  outer: RingState
}

interface RingState {
  lastMs: number
  km: number
  overMs: number
}

const OBSOLETE = [
  'place/',
  'report/',
  'breaks/',
  'own-list/',
  'own-place/',
  'own-report/',
  'own-limit/',
  'own-breaks/',
] as const

/** The states of versions without levels, and the changes that take them out of the store. */
export async function obsoleteStates(store: Pick<WatchStore, 'states'>) {
  const twoRings = new Map<string, TwoRingState>()
  const removals: [key: string, value: null][] = []
  for (const prefix of OBSOLETE) {
    for (const [id, text] of await store.states(prefix)) {
      removals.push([prefix + id, null])
      if (prefix === 'place/') twoRings.set(id, JSON.parse(text) as TwoRingState)
    }
  }
  return { twoRings, removals }
}

/** The levels of a place that an earlier version left: the innermost on after an alarm, the outermost on after anything. */
export function convertedMemory(place: Place, { stage, sinceMs, inner, outer }: TwoRingState): LadderMemory | null {
  const { lightning } = laddersOf(place)
  const first = lightning[0]
  const last = lightning.at(-1)
  if (stage === 'calm' || !first || !last) return null
  const levels: Record<string, LevelMemory> = {}
  const turnOn = (level: typeof first, ring: RingState) => {
    levels[level.id] = { ...newMemory(level), on: true, sinceMs, lastMs: ring.lastMs, km: ring.km, overMs: ring.overMs }
  }
  turnOn(last, outer)
  if (stage === 'alarm') turnOn(first, inner)
  return { rev: 0, incidentMs: sinceMs, onMs: {}, levels }
}
