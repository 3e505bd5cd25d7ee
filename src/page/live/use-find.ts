import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { MapOverlay, SearchHit } from './overlay.ts'
import { useServerConnection } from './server-connection.ts'

/**
 * Finds items of the overlays by text: the one whose id is the text, such as `ZSPD`, then those of the first overlay
 * first.
 */
export function useFind(
  overlays: readonly Pick<MapOverlay, 'search'>[],
): (text: string, isNear?: boolean) => SearchHit[] {
  const connection = useServerConnection()
  const queries = useQueryClient()
  return useCallback(
    (text, isNear = false) => {
      const id = text.trim().toLowerCase()
      const isNamed = ({ selection }: SearchHit) => selection.id.toLowerCase() === id
      const hits = overlays.flatMap((overlay) => overlay.search?.(text, { connection, queries, isNear }) ?? [])
      return hits.sort((a, b) => Number(isNamed(b)) - Number(isNamed(a)))
    },
    [overlays, connection, queries],
  )
}
