import { queryOptions, useQuery } from '@tanstack/react-query'
import type { LayerAccess } from '../../../client/layers/layer-access.ts'
import type { ListedLayer } from '../../../contract/layers.ts'
import { layerStep } from '../../../core/layers/layer-time.ts'
import { MINUTE_MS, SECOND_MS } from '../../../core/time/durations.ts'
import { isSame } from '../../../core/util/is-same.ts'
import type { ServerAccess } from '../../live/server-access.ts'
import { useServerConnection } from '../../live/server-connection.ts'
import { useNow } from '../../live/time/use-now.ts'
import { useShownAt } from '../../live/time/use-shown-at.ts'
import { usePage } from '../../state/page-store.ts'

/** Refresh interval of a layer without history. */
const PRESENT_EVERY_MS = 5 * MINUTE_MS
const AGAIN_MS = 10 * SECOND_MS
/** The server follows the operator's file. */
const LIST_EVERY_MS = MINUTE_MS

export interface OwnLayers {
  access: LayerAccess
  /** From above to below. */
  layers: readonly ListedLayer[]
}

function ownLayers(getAccess: ServerAccess['layers']) {
  return queryOptions({
    queryKey: ['own-layers'],
    async queryFn(): Promise<OwnLayers> {
      const access = await getAccess!()
      return { access, layers: await access.list() }
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) => (state.status === 'error' ? AGAIN_MS : LIST_EVERY_MS),
    // Layers stay on the map as long as the list is the same.
    structuralSharing: (before, now) => (isSameList(before, now) ? before : now),
  })
}

function isSameList(before: unknown, now: unknown): boolean {
  return isSame((before as OwnLayers | undefined)?.layers, (now as OwnLayers).layers)
}

/** Null until loaded; `failed` after an error. */
export function useOwnLayers(): { own: OwnLayers | null; failed: boolean } {
  const { layers } = useServerConnection()
  const { data, isError } = useQuery(ownLayers(layers))
  return { own: data ?? null, failed: isError }
}

/** The part of a layer to show on the map. */
export interface WantedLayer {
  on: boolean
  /** 0 to 1. */
  opacity: number
  /** Unix ms of the step, null without one. */
  timeMs: number | null
  /** A new value for each picture to request; null if there is none. */
  moment: string | null
}

/** The user's settings of the layer, at the shown moment. */
export function useWantedLayer(layer: ListedLayer): WantedLayer {
  const chosen = usePage(({ ownLayers }) => ownLayers[layer.id])
  const nowMs = useNow()
  const shownAtMs = useShownAt()
  const step = layer.time && layerStep(layer.time, nowMs, shownAtMs)
  const timeMs = step?.kind === 'step' ? step.stepMs : null
  const turn = step ? timeMs : Math.floor(nowMs / PRESENT_EVERY_MS)
  return {
    on: chosen?.on ?? layer.on,
    opacity: chosen?.opacity == null ? layer.opacity : chosen.opacity / 100,
    timeMs,
    moment: turn === null ? null : String(turn),
  }
}
