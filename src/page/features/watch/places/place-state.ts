import type { PlaceState as PlaceLevels } from '../../../../contract/watch/place-states.ts'
import type { HoldTimer } from '../../../../core/airports/lightning-hold-timer.ts'
import { ladderTone } from '../../../airport/level-tone.ts'

/** How it stands with a place: what was not watched is no calm. */
export type PlaceState = 'alarm' | 'alert' | 'not-watched' | 'quiet'

export function placeState(holdTimer: HoldTimer | null): PlaceState {
  if (!holdTimer) return 'not-watched'
  const struck = holdTimer.rings.findIndex(({ hold }) => hold.kind === 'struck')
  if (struck >= 0) return struck === 0 ? 'alarm' : 'alert'
  return holdTimer.rings.every(({ hold }) => hold.kind === 'quiet') ? 'quiet' : 'not-watched'
}

export type LadderState = Pick<PlaceLevels, 'level' | 'levels' | 'observed'>

/** By the levels of the place: the most severe that is on, amber for what is possible, and no calm without data. */
export function ladderState(ladder: LadderState): PlaceState {
  if (ladder.level !== null) return ladderTone(ladder) === 'bad' ? 'alarm' : 'alert'
  return ladder.observed.now && ladder.levels.every(({ coverage }) => coverage >= 1) ? 'quiet' : 'not-watched'
}
