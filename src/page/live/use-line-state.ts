import { useSyncExternalStore } from 'react'
import { usePage } from '../state/page-store.ts'
import type { LineState, LineWatch } from './line-watch.ts'
import { useLive } from './server-connection.ts'

/** What is to be said of the lightning line; renders again when that is something else, not with each batch. */
export function useLightningLine(): LineState {
  return useLine(useLive().strikes.line)
}

/** Whether what is shown of the present's lightning is what there was when the line was last heard. */
export function useIsLightningStale(): boolean {
  const { kind, isFresh } = useLightningLine()
  const isPast = usePage(({ shownAtMs }) => shownAtMs !== null)
  return !isPast && !isFresh && kind !== 'connecting'
}

/** What is to be said of the line of reports. */
export function useReportLine(): LineState {
  return useLine(useLive().reportLine)
}

function useLine({ subscribe, state }: LineWatch): LineState {
  return useSyncExternalStore(subscribe, state)
}
