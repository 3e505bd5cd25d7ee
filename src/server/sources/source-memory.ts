import type { Gap } from '../../contract/brontide.ts'
import type { StrikeRecord } from '../../contract/lightning.ts'
import type { ReportRecord } from '../../contract/metar.ts'
import type { Span } from '../../core/time/spans.ts'

/** What a source had before a restart. */
export interface Remembered {
  /** Until when each line brought everything, Unix ms; null where it never stood, or too long ago. */
  coveredMs: { lightning: number | null; metar: number | null }
  /** What was observed of the last minutes of the lightning line. Unix ms. */
  observed: readonly Span[]
  /** The periods that were lost, of the last hours. */
  gaps: readonly Gap[]
  /** The strikes of the last minutes, those that viewers may still ask for. */
  strikes: StrikeRecord[]
  /** The latest report of each airport. */
  reports: ReportRecord[]
  /** Whether the data was simulated; null where that was not known. */
  simulated: boolean | null
  /** How far the source's clock was ahead of ours. */
  aheadMs: number
}

/** Keeps, through restarts, what a source goes on from. */
export interface SourceMemory {
  /** To be asked before anything new is written. */
  recall(): Promise<Remembered>
  /**
   * The source knows now whether its data is simulated. False where what was remembered is of the other kind, and so
   * was forgotten. Never rejects.
   */
  learnedSimulated(simulated: boolean): Promise<boolean>
  /** So far is the source's clock ahead of ours. Never rejects. */
  learnedAhead(aheadMs: number): Promise<void>
}
