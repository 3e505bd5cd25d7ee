import type { Gap } from '../../contract/brontide.ts'
import type { StrikeRecord } from '../../contract/lightning.ts'
import type { ReportRecord } from '../../contract/metar.ts'
import type { Span } from '../../core/time/spans.ts'

/** State of a source from before a restart. */
export interface Remembered {
  /** End of complete data per line, Unix ms; null if there was none, or too long ago. */
  coveredMs: { lightning: number | null; metar: number | null }
  /** Observed spans of the last minutes of the lightning line. Unix ms. */
  observed: readonly Span[]
  /** Lost periods of the last hours. */
  gaps: readonly Gap[]
  /** Strikes of the last minutes that viewers may still request. */
  strikes: StrikeRecord[]
  /** The latest report of each airport. */
  reports: ReportRecord[]
  /** Whether the data was simulated; null if unknown. */
  simulated: boolean | null
  /** Offset of the source's clock ahead of ours. */
  aheadMs: number
}

/** Persistent state from which a source resumes. */
export interface SourceMemory {
  /** Call it before anything new is written. */
  recall(): Promise<Remembered>
  /**
   * Records whether the source's data is simulated. Returns false if the remembered data is of the other kind and was
   * therefore dropped. Never rejects.
   */
  learnedSimulated(simulated: boolean): Promise<boolean>
  /** Records the offset of the source's clock ahead of ours. Never rejects. */
  learnedAhead(aheadMs: number): Promise<void>
}
