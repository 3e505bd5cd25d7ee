import { useSyncExternalStore } from 'react'
import type { Storm } from '../../../contract/nowcast.ts'
import type { LatLon } from '../../../core/geo/geo.ts'
import { isOutdated, type NowcastView } from '../../../core/nowcast/coming.ts'
import { isTrendObserved } from '../../../core/storms/storm-cells.ts'
import { busiestFirst } from '../../../core/storms/storm-order.ts'
import { areaOfInterest } from '../../state/area-of-interest.ts'
import { usePage } from '../../state/page-store.ts'
import { useShownNowcast } from '../nowcast/use-nowcast.ts'
import { useLive } from '../server-connection.ts'
import { useShownAt } from '../time/use-shown-at.ts'

export interface StormsNow {
  /** Domestic ones first, each group by strokes a minute: the first is the busiest on every screen. */
  storms: readonly Storm[]
  /** Time of the storms, Unix ms; 0 while the shown moment is unknown. */
  atMs: number
  /** How much of the fifteen minutes before it was observed, 0 to 1. */
  observed: number
  /** Whether that is enough for trends. */
  trends: boolean
  /** Too little data to exclude storms: ten minutes without a strike end a storm, also where none were received. */
  isUnknown: boolean
  /** The response is pending. */
  isLoading: boolean
}

const LOADING: StormsNow = { storms: [], atMs: 0, observed: 0, trends: false, isUnknown: true, isLoading: true }
const OUTDATED: StormsNow = { ...LOADING, isLoading: false }
const known = new WeakMap<NowcastView, { airports: readonly LatLon[]; now: StormsNow }>()

/** The storms of a nowcast at a moment. `airports`: the listed ones. Returns the same object while unchanged. */
export function stormsOf(
  nowcast: NowcastView | null,
  nowMs: number,
  isPast: boolean,
  airports: readonly LatLon[],
): StormsNow {
  if (!nowcast || nowcast.t === null) return LOADING
  // An outdated nowcast of the past is about to be replaced; of the present it means an outage.
  if (isOutdated(nowcast, nowMs)) return isPast ? LOADING : OUTDATED
  const held = known.get(nowcast)
  if (held?.airports === airports) return held.now
  const observed = nowcast.observed.reduce((sum, share) => sum + share, 0) / nowcast.observed.length
  const now: StormsNow = {
    storms: busiestFirst(nowcast.storms, observed, { area: areaOfInterest(), airports }),
    atMs: Date.parse(nowcast.t),
    observed,
    trends: isTrendObserved(nowcast.observed),
    isUnknown: nowcast.state !== 'known',
    isLoading: false,
  }
  known.set(nowcast, { airports, now })
  return now
}

/** The storms of the shown moment, the same on every screen: the server's, or those of this page's own nowcast. */
export function useStorms(): StormsNow {
  const nowcast = useShownNowcast()
  const { now, reports } = useLive()
  const isPast = usePage((state) => state.shownAtMs !== null)
  const shownAtMs = useShownAt()
  // The same object while unchanged: the passing of time renders nothing again.
  return useSyncExternalStore(now.subscribe, () =>
    stormsOf(nowcast, shownAtMs ?? now.nowMs(), isPast, reports.airports()),
  )
}
