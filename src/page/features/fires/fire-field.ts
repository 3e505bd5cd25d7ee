import type { QueryClient } from '@tanstack/react-query'
import { type ContractApi, ContractError, type ContractErrorReason } from '../../../client/http/contract-api.ts'
import type { Cell } from '../../../core/geo/grid.ts'
import type { Clock } from '../../../core/time/clock.ts'
import { heldOrMade } from '../../../core/util/held-or-made.ts'
import { createOnDemand } from '../../../core/util/on-demand.ts'
import { type Fire, type FireCoverage, firesOfCell } from '../../../core/weather/fire-cells.ts'
import { cellOfKey, FIRES_KEY, firesInCell } from './fire-queries.ts'

/**
 * Responses arrive once or more a second while a view loads, for minutes if the upstream's limit is low: the first
 * change is reported soon, and further ones together at an interval, as each redraws the map.
 */
const TELL_FIRST_MS = 400
const TELL_EVERY_MS = 2_000

/** A cell and the fires of its response, oldest first. */
export interface HeldCell {
  cell: Cell
  fires: readonly Fire[]
}

export interface FiresInView extends FireCoverage {
  /** The wanted cells with a response, as the same objects. */
  loaded: Cell[]
  held: HeldCell[]
  /** Cells whose last request failed; they keep their data. */
  failed: { cells: number; reason: ContractErrorReason } | null
  fires: readonly Fire[]
  newestMs: number | null
  /** Unix ms of the oldest shown response; null without any. */
  oldestAnswerMs: number | null
}

/**
 * The held fires, outside React: each response is parsed once, and changes are reported at intervals.
 */
export function createFireField(deps: { queries: QueryClient; api: ContractApi; clock: Clock }) {
  const { queries, api, clock } = deps
  type CellAnswer = Awaited<ReturnType<ContractApi['firesInBox']>>
  const read = new WeakMap<CellAnswer, HeldCell>()
  let version = 0
  let seen: { coverage: FireCoverage; version: number; view: FiresInView } | null = null

  const changes = createOnDemand(() => {
    let stopWaiting: (() => void) | null = null
    let toldMs = Number.NEGATIVE_INFINITY
    version++ // changes without listeners
    const stopHearing = queries.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated' || event.query.queryKey[0] !== FIRES_KEY) return
      if (event.action.type !== 'success' && event.action.type !== 'error') return
      // Parsed on arrival: all responses since the last report would be too much at a time.
      const answer = event.query.state.data as CellAnswer | undefined
      const cell = cellOfKey(event.query.queryKey)
      if (answer && cell) heldCell(cell, answer)
      const waitMs = Math.max(TELL_FIRST_MS, toldMs + TELL_EVERY_MS - clock.monotonicMs())
      stopWaiting ??= clock.after(waitMs, () => {
        stopWaiting = null
        toldMs = clock.monotonicMs()
        version++
        changes.emit()
      })
    })
    return () => {
      stopHearing()
      stopWaiting?.()
    }
  })

  function heldCell(cell: Cell, answer: CellAnswer): HeldCell {
    return heldOrMade(read, answer, () => ({
      cell,
      fires: answer.kind === 'data' ? firesOfCell(cell, answer.data) : [],
    }))
  }

  function compose({ wanted, asked }: FireCoverage): FiresInView {
    const loaded: Cell[] = []
    const held: HeldCell[] = []
    let oldestAnswerMs: number | null = null
    for (const cell of wanted) {
      const answer = queries.getQueryData<CellAnswer>(firesInCell(api, cell).queryKey)
      if (!answer) continue
      loaded.push(cell)
      held.push(heldCell(cell, answer))
      if (answer.kind === 'data') oldestAnswerMs = Math.min(oldestAnswerMs ?? answer.asOfMs, answer.asOfMs)
    }
    const failures = asked.flatMap((cell) => {
      const state = queries.getQueryState(firesInCell(api, cell).queryKey)
      return state?.status === 'error' ? [state.error] : []
    })
    const newestMs = held.reduce((newest, { fires }) => Math.max(newest, fires.at(-1)?.detectedAtMs ?? 0), 0)
    return {
      wanted,
      asked,
      loaded,
      held,
      failed: failures.length === 0 ? null : { cells: failures.length, reason: reasonOf(failures[0]) },
      fires: held.flatMap(({ fires }) => fires),
      newestMs: newestMs > 0 ? newestMs : null,
      oldestAnswerMs,
    }
  }

  return {
    /** The data of a view; the same object while unchanged. */
    look(coverage: FireCoverage): FiresInView {
      if (seen?.coverage !== coverage || seen.version !== version) {
        seen = { coverage, version, view: compose(coverage) }
      }
      return seen.view
    },
    /** Increases with each report. */
    version: (): number => version,
    subscribe: changes.subscribe,
  }
}

function reasonOf(error: unknown): ContractErrorReason {
  return error instanceof ContractError ? error.reason : 'unavailable'
}
