import { type QueryClient, useQueries, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { type ContractApi, ContractError, type ContractErrorReason } from '../../client/contract-api.ts'
import { type Fire, fireCoverage, firesOf } from '../../core/fire-cells.ts'
import { viewBox } from '../../core/geo.ts'
import type { Cell } from '../../core/grid.ts'
import { useContract } from '../../shell/contract-context.ts'
import { useShell } from '../../shell/shell-store.ts'
import { createCellLoader } from './cell-loader.ts'
import { firesInCell } from './fire-queries.ts'

export interface FiresInView {
  /** Land cells in view, and those of them whose answer is held. */
  wanted: Cell[]
  asked: Cell[]
  loaded: Cell[]
  /** Asked for, and the last asking failed; they keep what they held. */
  failed: { cells: number; reason: ContractErrorReason } | null
  fires: Fire[]
  /** Unix ms of the oldest answer among those shown; null while there is none. */
  oldestAnswerMs: number | null
}

const loaders = new WeakMap<QueryClient, ReturnType<typeof createCellLoader>>()

/** Asks for the cells in view for as long as the component is mounted. */
export function useFireLoading(): void {
  const queries = useQueryClient()
  const { api, clock } = useContract()
  const { asked } = useCoverage()
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
  const { api } = useContract()
  const { wanted, asked } = useCoverage()
  return useQueries({
    queries: asked.map((cell) => ({ ...firesInCell(api, cell), enabled: false })),
    combine: useMemo(() => (answers: CellAnswer[]) => combine(answers, wanted, asked), [wanted, asked]),
  })
}

interface CellAnswer {
  data: Awaited<ReturnType<ContractApi['firesInBox']>> | undefined
  isError: boolean
  error: Error | null
  dataUpdatedAt: number
}

function combine(answers: CellAnswer[], wanted: Cell[], asked: Cell[]): FiresInView {
  const held = answers.flatMap(({ data }) => data ?? [])
  const failures = answers.filter(({ isError }) => isError)
  const error = failures[0]?.error
  const asOf = held.flatMap((answer) => (answer.kind === 'data' ? answer.asOfMs : []))
  return {
    wanted,
    asked,
    loaded: asked.filter((_, i) => answers[i]?.data !== undefined),
    failed:
      failures.length === 0
        ? null
        : { cells: failures.length, reason: error instanceof ContractError ? error.reason : 'unavailable' },
    fires: firesOf(held.map((answer) => (answer.kind === 'data' ? answer.data : []))),
    oldestAnswerMs: asOf.length > 0 ? Math.min(...asOf) : null,
  }
}

function useCoverage() {
  const view = useShell((state) => state.view)
  const width = useSyncExternalStore(onResize, () => innerWidth)
  const height = useSyncExternalStore(onResize, () => innerHeight)
  return useMemo(() => fireCoverage(viewBox(view, width, height)), [view, width, height])
}

function onResize(changed: () => void): () => void {
  addEventListener('resize', changed)
  return () => removeEventListener('resize', changed)
}
