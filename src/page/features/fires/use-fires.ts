import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { viewBox } from '../../../core/geo/geo.ts'
import { type FireCoverage, fireCoverage } from '../../../core/weather/fire-cells.ts'
import { useServerConnection } from '../../live/server-connection.ts'
import { useMapSize } from '../../map/map-size.ts'
import { usePage } from '../../state/page-store.ts'
import type { View } from '../../state/view.ts'
import { createCellLoader } from './cell-loader.ts'
import { createFireField, type FireField, type FiresInView } from './fire-field.ts'
import { createSharedCellLoader } from './shared-cell-loader.ts'

const loaders = new WeakMap<QueryClient, ReturnType<typeof createCellLoader>>()
const borrowers = new WeakMap<QueryClient, ReturnType<typeof createSharedCellLoader>>()
const fields = new WeakMap<QueryClient, FireField>()

/** Asks for the cells in view for as long as the component is mounted. */
export function useFireLoading(): void {
  const queries = useQueryClient()
  const { api, ask, clock } = useServerConnection()
  const { wanted, asked } = useCoverage()
  useEffect(() => {
    let borrower = borrowers.get(queries)
    if (!borrower) {
      borrower = createSharedCellLoader({ queries, api, ask, clock })
      borrowers.set(queries, borrower)
    }
    return borrower.want(wanted.slice(asked.length))
  }, [queries, api, ask, clock, wanted, asked])
  useEffect(() => {
    let loader = loaders.get(queries)
    if (!loader) {
      loader = createCellLoader({ queries, api, clock })
      loaders.set(queries, loader)
    }
    return loader.want(asked)
  }, [queries, api, clock, asked])
}

/** What is held of the cells in view. Asking is the business of `useFireLoading`. */
export function useFires(): FiresInView {
  const queries = useQueryClient()
  const { api, clock } = useServerConnection()
  let field = fields.get(queries)
  if (!field) {
    field = createFireField({ queries, api, clock })
    fields.set(queries, field)
  }
  useSyncExternalStore(field.subscribe, field.version)
  return field.look(useCoverage())
}

interface Looked {
  width: number
  height: number
  coverage: FireCoverage
}

/** The layer, the row and the panel look at the same view: it is worked out once for all of them. */
const looked = new WeakMap<View, Looked>()

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
