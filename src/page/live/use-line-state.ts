import { useSyncExternalStore } from 'react'
import type { LineState, LineWatch } from './line-watch.ts'
import { useLive } from './server-connection.ts'

/** What is to be said of the lightning line; renders again when that is something else, not with each batch. */
export function useLightningLine(): LineState {
  return useLine(useLive().strikes.line)
}

/** The same of the line of reports. */
export function useReportLine(): LineState {
  return useLine(useLive().reportLine)
}

function useLine({ subscribe, state }: LineWatch): LineState {
  return useSyncExternalStore(subscribe, state)
}
