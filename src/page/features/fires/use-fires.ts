import { type QueryClient, useQueries, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { viewBox } from '../../../core/geo/geo.ts'
import { heldOrMade } from '../../../core/util/held-or-made.ts'
import { type FireCoverage, fireCoverage } from '../../../core/weather/fire-cells.ts'
import { useServerConnection } from '../../live/server-connection.ts'
import { useMapSize } from '../../map/map-size.ts'
import { usePage } from '../../state/page-store.ts'
import type { View } from '../../state/view.ts'
import { createCellQueue } from './cell-queue.ts'
import { createFireField, type FiresInView } from './fire-field.ts'
import { CELL_REFRESH_MS, firesInCell, nextRequestMs } from './fire-queries.ts'
import { createSharedCellLoader } from './shared-cell-loader.ts'

/** Loader and store of cells, shared by all components. */
function createFireCells(deps: Parameters<typeof createSharedCellLoader>[0]) {
  return { queue: createCellQueue(), sharedLoader: createSharedCellLoader(deps), field: createFireField(deps) }
}

const cellsOf = new WeakMap<QueryClient, ReturnType<typeof createFireCells>>()

function useFireCells() {
  const queries = useQueryClient()
  const { api, ask, clock } = useServerConnection()
  return heldOrMade(cellsOf, queries, () => createFireCells({ queries, api, ask, clock }))
}

/** Loads the cells in view while the component is mounted. */
export function useFireLoading(): void {
  const { api } = useServerConnection()
  const { queue, sharedLoader } = useFireCells()
  const { wanted, asked } = useCoverage()
  useEffect(() => sharedLoader.want(wanted.slice(asked.length)), [sharedLoader, wanted, asked])
  useEffect(() => queue.want(asked), [queue, asked])
  useQueries({
    queries: asked.map((cell) => ({
      ...firesInCell(api, cell),
      queryFn: ({ signal }: { signal: AbortSignal }) => queue.ask(cell, signal, () => api.firesInBox(cell.box)),
      refetchInterval: nextRequestMs(CELL_REFRESH_MS),
      refetchIntervalInBackground: true,
      retryOnMount: false, // failures are retried on schedule, not with map moves
      notifyOnChangeProps: [], // the field reports changes, at intervals
    })),
  })
}

/** The data of the cells in view. Loading is done by `useFireLoading`. */
export function useFires(): FiresInView {
  const { field } = useFireCells()
  useSyncExternalStore(field.subscribe, field.version)
  return field.look(useCoverage())
}

/** Layer, row and panel share the result for the same view. */
const looked = new WeakMap<View, { width: number; height: number; coverage: FireCoverage }>()

function coverageOf(view: View, width: number, height: number): FireCoverage {
  let last = looked.get(view)
  if (last?.width !== width || last.height !== height) {
    last = { width, height, coverage: fireCoverage(viewBox(view, width, height)) }
    looked.set(view, last)
  }
  return last.coverage
}

function useCoverage(): FireCoverage {
  const view = usePage((state) => state.view)
  const { width, height } = useMapSize()
  return useMemo(() => coverageOf(view, width, height), [view, width, height])
}
