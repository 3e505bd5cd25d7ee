import type { StrikeRecord } from '../../contract/lightning.ts'
import type { ReportRecord } from '../../contract/metar.ts'

/** What a source had before a restart, and where it keeps what must outlive the next one. */
export interface SourceMemory {
  /** Until when the line brought everything, Unix ms; null where it never stood, or too long ago. */
  coveredMs(feed: 'lightning' | 'metar'): number | null
  /** The strikes of the last minutes before that, those that viewers may still ask for. */
  readonly strikes: readonly StrikeRecord[]
  /** The latest report of each airport. */
  readonly reports: readonly ReportRecord[]
  /** Whether the data was simulated; null where that was not known. */
  readonly simulated: boolean | null
  /** The source knows it now. False where what was remembered is of the other kind, and so was forgotten. */
  learnedSimulated(simulated: boolean): boolean
  /** The points of a UTC day, counted since 1970. */
  readonly spent: { day: number; points: number } | null
  keepSpent(spent: { day: number; points: number }): void
  /** Answers that are worth keeping, as text under their questions. */
  readonly answers: ReadonlyMap<string, string>
  keepAnswer(question: string, text: string): void
}
