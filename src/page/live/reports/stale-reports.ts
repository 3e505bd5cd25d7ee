import type { LineState } from '../line-watch.ts'
import { useShownAt } from '../time/use-shown-at.ts'
import { useReportLine } from '../use-line-state.ts'

/** Whether reports may be missing: no longer received, though they were. */
export function isReportLineStale({ kind, isFresh }: LineState): boolean {
  return !isFresh && kind !== 'connecting'
}

/** Whether reports of the shown present may be missing. */
export function useAreReportsStale(): boolean {
  const line = useReportLine()
  return useShownAt() === null && isReportLineStale(line)
}
