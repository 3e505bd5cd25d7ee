import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Ask } from '../../../client/http/ask.ts'
import { API_PATHS } from '../../../contract/api-paths.ts'
import { type Accumulations, accumulationsSchema } from '../../../contract/verification/accumulations.ts'
import type { AccumulationKind } from '../../../core/accumulations/cell-sums.ts'
import { requestedBox } from '../../../core/accumulations/classes.ts'
import { periodEndMs, periodStartMs } from '../../../core/accumulations/periods.ts'
import { type Box, viewBox } from '../../../core/geo/geo.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../core/time/durations.ts'
import { useServerConnection } from '../../live/server-connection.ts'
import { useShownNow } from '../../live/time/use-shown-at.ts'
import { useMapSize } from '../../map/map-size.ts'
import { usePage } from '../../state/page-store.ts'

/** From this unobserved share of a period on, no colour on the map does not mean no lightning. */
const HATCHED_FROM = 0.05

/** Description of a response. Unobserved time never counts as without lightning. */
type SumsDescription =
  | { kind: 'no-strikes' }
  /** The period was not observed at all. */
  | { kind: 'unknown' }
  /** Period of the sums, Unix ms; its unknown part; and whether that is much. */
  | { kind: 'known'; fromMs: number; toMs: number; lengthMs: number; unknownMs: number; isPart: boolean }

const AGAIN_MS = 15 * SECOND_MS
/** Refresh interval while the period is unknown. */
const SOON_MS = MINUTE_MS
/** A response may have tens of thousands of cells: those of other views and moments are cached briefly. */
const KEPT_MS = MINUTE_MS
/** Steps of the end of the period while browsing the past; longer ones during fast playback. */
const PAST_STEP_MS = 5 * MINUTE_MS
const PLAYED_STEP_MS = 10 * MINUTE_MS
const FAST_FROM = 300

interface Wish {
  kind: AccumulationKind
  fromMs: number | null
  toMs: number
  box: Box
}

export interface Sums {
  /** The loaded sums, possibly of the previous view or moment while loading. Null before the first. */
  told: { sums: Accumulations; said: SumsDescription; box: Box } | null
  failed: boolean
}

function sumsIn(ask: Ask, { kind, fromMs, toMs, box }: Wish) {
  const utc = (ms: number) => new Date(ms).toISOString()
  const query = {
    kind,
    to: utc(toMs),
    bbox: `${box.west},${box.south},${box.east},${box.north}`,
    ...(fromMs !== null && { from: utc(fromMs) }),
  }
  return queryOptions({
    queryKey: ['accumulations', query],
    async queryFn({ signal }): Promise<NonNullable<Sums['told']>> {
      const sums = await ask(API_PATHS.accumulations, accumulationsSchema, { query, product: 'lightning', signal })
      return { sums, said: describeSums(sums, fromMs), box }
    },
    staleTime: PLAYED_STEP_MS,
    gcTime: KEPT_MS,
    // Keeps the previous sums while loading, except those of another quantity, which has another legend.
    placeholderData: (before) => (before?.sums.kind === kind ? before : undefined),
    refetchInterval: ({ state }) =>
      state.status === 'error' ? AGAIN_MS : state.data?.said.kind === 'unknown' ? SOON_MS : false,
  })
}

/** The selected sums of the view, up to the shown moment. Components share one query. */
export function useSums(): Sums {
  const { ask } = useServerConnection()
  const { kind, period } = usePage((state) => state.sums)
  const leastStepMs = usePage(({ shownAtMs, playing, playSpeed }) => {
    if (shownAtMs === null) return 0
    return !playing ? PAST_STEP_MS : playSpeed < FAST_FROM ? PLAYED_STEP_MS : HOUR_MS
  })
  const toMs = periodEndMs(period, useShownNow(), leastStepMs)
  const view = usePage((state) => state.view)
  const { width, height } = useMapSize()
  const box = useMemo(() => requestedBox(viewBox(view, width, height)), [view, width, height])
  const { data, isError } = useQuery(sumsIn(ask, { kind, fromMs: periodStartMs(period, toMs), toMs, box }))
  return { told: data ?? null, failed: isError }
}

/** `wantedFromMs`: start of the requested period; null for the whole history. */
export function describeSums(sums: Accumulations, wantedFromMs: number | null): SumsDescription {
  const { state, from, to, notObservedMin } = sums
  if (state === 'no-strikes') return { kind: 'no-strikes' }
  if (state === 'waiting' || from === null || to === null) return { kind: 'unknown' }
  const fromMs = Date.parse(from)
  const toMs = Date.parse(to)
  const notKeptMs = wantedFromMs === null ? 0 : Math.max(0, fromMs - wantedFromMs)
  const unknownMs = notKeptMs + notObservedMin * MINUTE_MS
  const lengthMs = notKeptMs + toMs - fromMs
  if (lengthMs - unknownMs < MINUTE_MS) return { kind: 'unknown' }
  return { kind: 'known', fromMs, toMs, lengthMs, unknownMs, isPart: unknownMs >= lengthMs * HATCHED_FROM }
}
