import type { StrikeColumns } from '../../../core/strikes/strike-columns.ts'
import type { Span } from '../../../core/time/spans.ts'

/** Strikes in memory, and their completeness. */
export interface HeldStrikes {
  /** Replaced when the data restart. */
  readonly columns: StrikeColumns
  pending(fromMs: number, toMs: number): Span[]
  /** The parts of a period known to be unobserved. */
  notObserved(fromMs: number, toMs: number): Span[]
  /** From that moment on, up to when everything is here. */
  readyToMs(fromMs: number): number
  /** The server's reason for a failed load; null while loading works. */
  readonly trouble: string | null
}
