import type { PlaceState as PlaceLevels } from '../../../../contract/watch/place-states.ts'
import type { HoldTimer } from '../../../../core/airports/lightning-hold-timer.ts'
import { ladderTone } from '../../../airport/level-tone.ts'

/** State of a place's mark: unobserved is not calm. */
export type MarkState = 'alarm' | 'alert' | 'not-watched' | 'quiet'

/** Without a level on or possible: depends on the coverage of the hold time. */
export function restState(holdTimer: HoldTimer | null): MarkState {
  if (!holdTimer || holdTimer.watch.isLoading) return 'not-watched'
  return holdTimer.watch.observedMs >= holdTimer.holdMs ? 'quiet' : 'not-watched'
}

export type LadderState = Pick<PlaceLevels, 'level' | 'levels' | 'observed'>

/** From the levels: the most severe one on, amber for a possible one, and no calm without data. */
export function ladderState(ladder: LadderState): MarkState {
  if (ladder.level !== null) return ladderTone(ladder) === 'bad' ? 'alarm' : 'alert'
  return ladder.observed.now && ladder.levels.every(({ coverage }) => coverage >= 1) ? 'quiet' : 'not-watched'
}
