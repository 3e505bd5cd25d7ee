import type { StrikeColumns } from '../../../core/strikes/strike-columns.ts'
import type { Span } from '../../../core/time/spans.ts'

/** Strikes that the page holds, and how whole they are. */
export interface HeldStrikes {
  /** Replaced by others where what is held begins anew. */
  readonly columns: StrikeColumns
  /** What of a period is not here yet and on its way. */
  pending(fromMs: number, toMs: number): Span[]
  /** What of a period was not observed by anybody, as far as is known. */
  notObserved(fromMs: number, toMs: number): Span[]
  /** From that moment on, up to when everything is here. */
  readyToMs(fromMs: number): number
  /** Why nothing more comes, in the words of whoever was asked; null while all is well. */
  readonly trouble: string | null
}
