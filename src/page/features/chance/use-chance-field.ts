import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Ask } from '../../../client/http/ask.ts'
import { CHANCE_FIELD_PATH, type ChanceField, chanceFieldSchema } from '../../../contract/chance/field.ts'
import type { Box } from '../../../core/geo/geo.ts'
import { viewBox } from '../../../core/geo/geo.ts'
import { boxOfTiles, tilesOf } from '../../../core/nowcast/chance-field.ts'
import { isOutdated, type NowcastView } from '../../../core/nowcast/coming.ts'
import { MINUTE_MS, SECOND_MS } from '../../../core/time/durations.ts'
import { useNowcast } from '../../live/nowcast/use-nowcast.ts'
import { useServerConnection } from '../../live/server-connection.ts'
import { useNow } from '../../live/time/use-now.ts'
import { useMapSize } from '../../map/map-size.ts'
import { usePage } from '../../state/page-store.ts'

const AGAIN_MS = 15 * SECOND_MS
/** Fields of other views are cached briefly. */
const KEPT_MS = MINUTE_MS

/** The field of the view, or why there is none. Unknown never counts as low. */
export type ShownField =
  | { kind: 'known'; field: ChanceField; atMs: number }
  | { kind: 'loading' | 'past' | 'wide' | 'failed' | 'outdated' | 'not-observed' | 'no-strikes' }

function fieldOf(ask: Ask, box: Box | null, t: string | null) {
  const bbox = box && `${box.west},${box.south},${box.east},${box.north}`
  return queryOptions({
    // The server has a new field with each nowcast.
    queryKey: ['chance-field', bbox, t],
    queryFn: ({ signal }) =>
      ask(CHANCE_FIELD_PATH, chanceFieldSchema, { query: { bbox: bbox! }, product: 'lightning', signal }),
    enabled: bbox !== null && t !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: KEPT_MS,
    placeholderData: (before) => before,
    refetchInterval: ({ state }) => (state.status === 'error' ? AGAIN_MS : false),
  })
}

/** The field of the present nowcast in the view. Components share one query. */
export function useChanceField(): ShownField {
  const { ask } = useServerConnection()
  const isPast = usePage(({ shownAtMs }) => shownAtMs !== null)
  const view = usePage((state) => state.view)
  const { width, height } = useMapSize()
  const box = useMemo(() => {
    const block = tilesOf(viewBox(view, width, height))
    return block && boxOfTiles(block)
  }, [view, width, height])
  const nowcast = useNowcast()
  const nowMs = useNow()
  const { data, isError } = useQuery(fieldOf(ask, isPast ? null : box, nowcast?.state === 'known' ? nowcast.t : null))
  if (isPast) return { kind: 'past' }
  if (!box) return { kind: 'wide' }
  return shownField({ nowcast, field: data ?? null, isError }, nowMs)
}

export function shownField(
  told: { nowcast: Pick<NowcastView, 'state' | 't'> | null; field: ChanceField | null; isError: boolean },
  nowMs: number,
): ShownField {
  const { nowcast, field, isError } = told
  if (!nowcast || nowcast.state === 'waiting') return { kind: 'loading' }
  if (nowcast.state !== 'known') return { kind: nowcast.state }
  if (isOutdated(nowcast, nowMs)) return { kind: 'outdated' }
  if (!field || field.state === 'waiting' || field.t === null) return { kind: isError ? 'failed' : 'loading' }
  if (field.state !== 'known') return { kind: field.state }
  if (isOutdated(field, nowMs)) return { kind: isError ? 'failed' : 'outdated' }
  return { kind: 'known', field, atMs: Date.parse(field.t) }
}
