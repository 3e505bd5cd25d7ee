import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { MapOverlay, SearchHit } from './overlay.ts'
import { useServerConnection } from './server-connection.ts'

/** Finds items of the overlays by text, those of the first overlay first. */
export function useFind(overlays: readonly Pick<MapOverlay, 'search'>[]): (text: string) => SearchHit[] {
  const connection = useServerConnection()
  const queries = useQueryClient()
  return useCallback(
    (text) => overlays.flatMap((overlay) => overlay.search?.(text, { connection, queries }) ?? []),
    [overlays, connection, queries],
  )
}
