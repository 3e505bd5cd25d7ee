import type { LevelState, PlaceState } from '../../contract/watch/place-states.ts'
import type { Tone } from '../ui/badge.tsx'

/**
 * The colour of a level; without one the most severe is red, the others amber. Expected levels are amber, and nothing
 * is ever green.
 */
export function levelTone({ state, colour }: LevelState, index: number): Tone {
  if (state === 'off') return 'neutral'
  if (state === 'expected') return 'warn'
  if (colour) return colour === 'red' ? 'bad' : colour === 'white' ? 'neutral' : 'warn'
  return index === 0 ? 'bad' : 'warn'
}

export function ladderTone({ levels, level }: Pick<PlaceState, 'levels' | 'level'>): Tone {
  const index = levels.findIndex(({ id }) => id === level)
  return index < 0 ? 'neutral' : levelTone(levels[index]!, index)
}
