import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Past } from '../../client/past.ts'
import type { Clock } from '../../core/clock.ts'
import { type Box, viewBox } from '../../core/geo.ts'
import { StrikeBins } from '../../core/strike-bins.ts'
import { chosenBy } from '../../core/strike-choice.ts'
import { useContract } from '../../shell/contract-context.ts'
import { useMapSize } from '../../shell/map-size.ts'
import { useShell } from '../../shell/shell-store.ts'
import { shownStrikesOf } from '../../shell/shown-strikes.ts'
import { useNow } from '../../shell/use-now.ts'
import { type Bins, ownBins, remoteBins } from './bins.ts'
import type { TimelineSpan } from './span.ts'

const MINUTE_MS = 60_000

function countsQuery(past: Pick<Past, 'counts'>, clock: Pick<Clock, 'now'>, { ms, binMs }: TimelineSpan) {
  return queryOptions({
    queryKey: ['timeline', 'counts', ms, binMs],
    queryFn: ({ signal }) => {
      const toMs = clock.now()
      return past.counts({ fromMs: toMs - ms, toMs }, binMs / MINUTE_MS, signal)
    },
    refetchInterval: MINUTE_MS,
    staleTime: MINUTE_MS / 2,
    placeholderData: keepPreviousData,
  })
}

/** The bins of a span up to the present, brought up to date each second. */
export function useBins(span: TimelineSpan): Bins {
  const contract = useContract()
  const { clock, past, strikes } = contract
  const nowMs = useNow()
  const view = useViewBox()
  const choice = useShell((state) => state.strikeChoice)
  const { live } = shownStrikesOf(contract)

  const counted = useQuery({ ...countsQuery(past, clock, span), enabled: span.remote })
  const own = useMemo(
    () => (span.remote ? null : new StrikeBins(live.columns, span.binMs, Math.ceil(span.ms / span.binMs) + 1)),
    [live.columns, span.remote, span.binMs, span.ms],
  )
  const fromMs = nowMs - span.ms
  if (own) {
    strikes.reachBack(span.ms)
    own.update(nowMs, view, chosenBy(choice))
    return ownBins(own, live.notObserved(fromMs, nowMs), live.pending(fromMs, nowMs))
  }
  const counts = counted.data?.stepMs === span.binMs ? counted.data : null
  return remoteBins(counts, fromMs, nowMs, span.binMs)
}

/** What the map shows, as far as its size and its middle say. */
function useViewBox(): Box {
  const view = useShell((state) => state.view)
  const { width, height } = useMapSize()
  return useMemo(() => viewBox(view, width, height), [view, width, height])
}
