import type { Storm } from '../../../contract/nowcast.ts'
import { isOutdated, type NowcastView } from '../../../core/nowcast/coming.ts'
import { isTrendObserved } from '../../../core/storms/storm-cells.ts'
import { heldOrMade } from '../../../core/util/held-or-made.ts'
import { usePage } from '../../state/page-store.ts'
import { useShownNowcast } from '../nowcast/use-nowcast.ts'
import { useShownNow } from '../time/use-shown-at.ts'

export interface StormsNow {
  /** The busiest first. */
  storms: readonly Storm[]
  /** Time of the storms, Unix ms; 0 while the shown moment is unknown. */
  atMs: number
  /** How much of the fifteen minutes before it was observed, 0 to 1. */
  observed: number
  /** Whether that is enough for trends. */
  trends: boolean
  /** The response is pending. */
  isLoading: boolean
}

const LOADING: StormsNow = { storms: [], atMs: 0, observed: 0, trends: false, isLoading: true }
const OUTDATED: StormsNow = { ...LOADING, isLoading: false }
const known = new WeakMap<NowcastView, StormsNow>()

/** The storms of a nowcast at a moment; the same object while unchanged. */
export function stormsOf(nowcast: NowcastView | null, nowMs: number, isPast: boolean): StormsNow {
  if (!nowcast || nowcast.t === null) return LOADING
  // An outdated nowcast of the past is about to be replaced; of the present it means an outage.
  if (isOutdated(nowcast, nowMs)) return isPast ? LOADING : OUTDATED
  const { storms, observed, t } = nowcast
  return heldOrMade(known, nowcast, () => ({
    storms,
    atMs: Date.parse(t),
    observed: observed.reduce((sum, share) => sum + share, 0) / observed.length,
    trends: isTrendObserved(observed),
    isLoading: false,
  }))
}

/** The storms of the shown moment, the same on every screen: the server's, or those of this page's own nowcast. */
export function useStorms(): StormsNow {
  const nowcast = useShownNowcast()
  const isPast = usePage((state) => state.shownAtMs !== null)
  return stormsOf(nowcast, useShownNow(), isPast)
}
