import { useMemo } from 'react'
import type { Storm } from '../../../contract/nowcast.ts'
import { viewBox } from '../../../core/geo/geo.ts'
import { countText } from '../../../core/util/format.ts'
import { type StormsNow, useStorms } from '../../live/storms/use-storms.ts'
import { useMapSize } from '../../map/map-size.ts'
import { usePage } from '../../state/page-store.ts'
import { listedStorms, ofServedStorms } from './storm-list.ts'

const OBSERVED_WHOLE = 0.97
const OBSERVED_MINUTES = 15

interface ListedStorms extends StormsNow {
  /** The busiest in view, and some that intensify. */
  listed: readonly Storm[]
  inView: number
  /** Number of all, as text: a lower bound if the server may have left some out. */
  all: string
  /** Number of the 15 minutes with data, if incomplete and relevant; else null. */
  partlyMin: number | null
}

/** The listed storms of the view; the component renders again with each nowcast. */
export function useListedStorms(): ListedStorms {
  const now = useStorms()
  const { storms, observed, isUnknown } = now
  const view = usePage((state) => state.view)
  const { width, height } = useMapSize()
  const found = useMemo(() => listedStorms(storms, viewBox(view, width, height)), [storms, view, width, height])
  const isKnownPartly = observed < OBSERVED_WHOLE && (storms.length > 0 || !isUnknown)
  return {
    ...now,
    ...found,
    all: ofServedStorms(storms, countText(storms.length)),
    partlyMin: isKnownPartly ? Math.floor(observed * OBSERVED_MINUTES) : null,
  }
}
