import type { HoldTimer } from '../../../../core/airports/lightning-hold-timer.ts'

/** How it stands with a place: what was not watched is no calm. */
export type PlaceState = 'alarm' | 'alert' | 'not-watched' | 'quiet'

export function placeState(holdTimer: HoldTimer | null): PlaceState {
  if (!holdTimer) return 'not-watched'
  const struck = holdTimer.rings.findIndex(({ hold }) => hold.kind === 'struck')
  if (struck >= 0) return struck === 0 ? 'alarm' : 'alert'
  return holdTimer.rings.every(({ hold }) => hold.kind === 'quiet') ? 'quiet' : 'not-watched'
}
