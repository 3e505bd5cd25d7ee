import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Past } from '../../../client/history/past.ts'
import { type Box, viewBox } from '../../../core/geo/geo.ts'
import { StrikeBins } from '../../../core/strikes/strike-bins.ts'
import { chosenBy } from '../../../core/strikes/strike-display-options.ts'
import type { Clock } from '../../../core/time/clock.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'
import { useServerConnection } from '../../live/server-connection.ts'
import { useNow } from '../../live/time/use-now.ts'
import { useMapSize } from '../../map/map-size.ts'
import { usePage } from '../../state/page-store.ts'
import { type Bins, ownBins, remoteBins } from './bins.ts'
import { hasView, type TimelineSpan } from './span.ts'

/** Polling interval of the server; the page itself counts newer strikes. */
const ASK_EVERY_MS = 5 * MINUTE_MS
const TAIL_MINUTES = 12

function countsQuery(past: Pick<Past, 'counts'>, clock: Pick<Clock, 'now'>, { ms, binMs }: TimelineSpan, box?: Box) {
  return queryOptions({
    queryKey: ['timeline', 'counts', ms, binMs, box ?? 'all'],
    queryFn: ({ signal }) => {
      // Whole minutes: the present one is counted by the page.
      const nowMs = clock.now()
      const period = { fromMs: nowMs - ms, toMs: Math.floor(nowMs / MINUTE_MS) * MINUTE_MS }
      return past.counts(period, binMs / MINUTE_MS, signal, box)
    },
    refetchInterval: ASK_EVERY_MS,
    staleTime: ASK_EVERY_MS / 2,
    gcTime: ASK_EVERY_MS,
  })
}

/** Counts of the server, and only for spans that the page does not hold. */
export type ServerCounts = Parameters<typeof remoteBins>[0]

export function useServerCounts(span: TimelineSpan): ServerCounts {
  const { clock, past } = useServerConnection()
  const view = useViewBox()
  const all = useQuery({ ...countsQuery(past, clock, span), enabled: span.remote })
  const inView = useQuery({ ...countsQuery(past, clock, span, view), enabled: span.remote && hasView(span) })
  return { all: all.data ?? null, inView: hasView(span) ? (inView.data ?? null) : undefined }
}

/** The bins of a span up to the present, updated each second; `counts` are needed for remote spans alone. */
export function useBins(span: TimelineSpan, counts: ServerCounts | null): Bins {
  const connection = useServerConnection()
  const { strikes } = connection
  const nowMs = useNow()
  const view = useViewBox()
  const choice = usePage((state) => state.strikeDisplay)
  const { live } = connection.live.shownStrikes

  const own = useMemo(
    () =>
      span.remote
        ? new StrikeBins(live.columns, MINUTE_MS, TAIL_MINUTES)
        : new StrikeBins(live.columns, span.binMs, Math.ceil(span.ms / span.binMs) + 1),
    [live.columns, span.remote, span.binMs, span.ms],
  )
  const fromMs = nowMs - span.ms
  if (!span.remote || !counts) {
    strikes.reachBack(span.ms)
    own.update(nowMs, view, chosenBy(choice))
    return ownBins(own, live.notObserved(fromMs, nowMs), live.pending(fromMs, nowMs))
  }
  own.update(nowMs, view, { records: true }) // as servers count
  return remoteBins(
    counts,
    { fromMs, toMs: nowMs, binMs: span.binMs },
    { bins: own, notObserved: live.notObserved, pending: live.pending },
  )
}

/** The bounds of the map, from its size and centre. */
function useViewBox(): Box {
  const view = usePage((state) => state.view)
  const { width, height } = useMapSize()
  return useMemo(() => viewBox(view, width, height), [view, width, height])
}
