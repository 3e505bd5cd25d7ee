import type { PlaceState as PlaceLevels } from '../../../../contract/watch/place-states.ts'
import type { HoldTimer } from '../../../../core/airports/lightning-hold-timer.ts'
import { ladderTone } from '../../../airport/level-tone.ts'

/** How the mark of a place stands: what was not observed is no calm. */
export type MarkState = 'alarm' | 'alert' | 'not-watched' | 'quiet'

/** Of a place of which no level is known to be on or possible: by how much of the hold time was observed. */
export function restState(holdTimer: HoldTimer | null): MarkState {
  if (!holdTimer || holdTimer.watch.isLoading) return 'not-watched'
  return holdTimer.watch.observedMs >= holdTimer.holdMs ? 'quiet' : 'not-watched'
}

export type LadderState = Pick<PlaceLevels, 'level' | 'levels' | 'observed'>

/** By the levels of the place: the most severe that is on, amber for what is possible, and no calm without data. */
export function ladderState(ladder: LadderState): MarkState {
  if (ladder.level !== null) return ladderTone(ladder) === 'bad' ? 'alarm' : 'alert'
  return ladder.observed.now && ladder.levels.every(({ coverage }) => coverage >= 1) ? 'quiet' : 'not-watched'
}
