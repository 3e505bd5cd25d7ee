import { z } from 'zod'
import type { PlaceMemory } from '../../../core/levels/level-engine.ts'
import { type LadderMemory, type LevelMemory, newMemory } from '../../../core/levels/level-memory.ts'
import { laddersOf, type Place } from '../../../core/places/place.ts'
import type { WatchStore } from '../../history/watch-store.ts'

const ringSchema = z.object({ lastMs: z.number(), km: z.number(), overMs: z.number() })
/** State of a place in versions without levels, stored as `place/{id}`. Unix ms. */
export const twoRingStateSchema = z.object({
  stage: z.enum(['calm', 'alert', 'alarm']),
  sinceMs: z.number(),
  inner: ringSchema,
  outer: ringSchema,
})
type TwoRingState = z.infer<typeof twoRingStateSchema>

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

/** Engine state of each place, by its id. */
export const LEVELS = 'level/'

/** The states that an earlier process stored, including those of versions without levels. */
export async function readStoredLevels(store: Pick<WatchStore, 'states'>) {
  const levels = new Map(await store.states(LEVELS))
  const twoRings = new Map(await store.states('place/'))
  const obsolete: string[] = []
  for (const prefix of OBSOLETE) for (const id of (await store.states(prefix)).keys()) obsolete.push(prefix + id)
  return {
    /** Reads the state of a place, once. */
    take(place: Place): PlaceMemory | undefined {
      const text = levels.get(place.id)
      const before = twoRings.get(place.id)
      levels.delete(place.id)
      twoRings.delete(place.id)
      if (text !== undefined) return JSON.parse(text) as PlaceMemory // stored by ourselves
      const lightning = before && convertedMemory(place, JSON.parse(before) as TwoRingState)
      return lightning ? { lightning } : undefined
    },
    /** Ids of the places whose state was not read yet. */
    others: (): string[] => [...levels.keys()],
    /** Names of states that are no longer used. */
    obsolete,
  }
}

/**
 * Levels of a place converted from an earlier version: the innermost on after an alarm, else the outermost on after any
 * other stage.
 */
function convertedMemory(place: Place, { stage, sinceMs, inner, outer }: TwoRingState): LadderMemory | null {
  const { lightning } = laddersOf(place)
  const first = lightning[0]
  const last = lightning.at(-1)
  if (stage === 'calm' || !first || !last) return null
  const levels: Record<string, LevelMemory> = {}
  const turnOn = (level: typeof first, ring: TwoRingState['inner']) => {
    levels[level.id] = { ...newMemory(level), on: true, sinceMs, lastMs: ring.lastMs, km: ring.km, overMs: ring.overMs }
  }
  turnOn(last, outer)
  if (stage === 'alarm') turnOn(first, inner)
  return { rev: 0, incidentMs: sinceMs, onMs: {}, levels }
}
