import { useSyncExternalStore } from 'react'
import { usePage } from '../state/page-store.ts'
import type { LineState, LineWatch } from './line-watch.ts'
import { useLive } from './server-connection.ts'

/** The state of the lightning feed; renders again when it changes, not with each batch. */
export function useLightningLine(): LineState {
  return useLine(useLive().strikes.line)
}

/** Whether the shown present lightning is older than the feed's last data. */
export function useIsLightningStale(): boolean {
  const { kind, isFresh } = useLightningLine()
  const isPast = usePage(({ shownAtMs }) => shownAtMs !== null)
  return !isPast && !isFresh && kind !== 'connecting'
}

export function useReportLine(): LineState {
  return useLine(useLive().reportLine)
}

function useLine({ subscribe, state }: LineWatch): LineState {
  return useSyncExternalStore(subscribe, state)
}
