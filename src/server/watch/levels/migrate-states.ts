import { z } from 'zod'
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

/** States of versions without levels, and the changes that delete them. */
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

/**
 * Levels of a place converted from an earlier version: the innermost on after an alarm, else the outermost on after any
 * other stage.
 */
export function convertedMemory(place: Place, { stage, sinceMs, inner, outer }: TwoRingState): LadderMemory | null {
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
