import { API_PATHS } from '../../contract/api-paths.ts'
import { type ReportRecord, readByAirport, reportRecordSchema } from '../../contract/metar.ts'
import type { ReadRecords } from '../../contract/records.ts'
import { COUNTS_PATH, type StrikeCounts, strikeCountsSchema } from '../../contract/strike-history.ts'
import type { Box } from '../../core/geo/geo.ts'
import type { Span } from '../../core/time/spans.ts'
import type { AnswerSchema, Ask } from '../http/ask.ts'
import { boxText } from './box-text.ts'
import type { StrikeHistory } from './strike-history.ts'

/** Stored history of our server. All calls reject with `ContractError`, or with the signal's reason. */
export type Past = ReturnType<typeof createPast>

export function createPast(deps: { ask: Ask; strikes: StrikeHistory }) {
  const { ask, strikes } = deps
  const periodOf = ({ fromMs, toMs }: Span) => ({ from: String(Math.floor(fromMs)), to: String(Math.ceil(toMs)) })

  return {
    strikes,
    /** Record counts per `stepMinutes` of a period, worldwide or, for at most three days, in `box`. */
    counts(period: Span, stepMinutes: number, signal: AbortSignal, box?: Box): Promise<StrikeCounts> {
      const query = { ...periodOf(period), step: String(stepMinutes), ...(box && { bbox: boxText(box) }) }
      return ask(COUNTS_PATH, strikeCountsSchema, { query, product: 'lightning', signal })
    },
    /** Airport reports observed in a period of at most six hours; oldest first. */
    async reports(period: Span, signal: AbortSignal): Promise<ReportRecord[]> {
      const query = periodOf(period)
      const { records } = await ask(API_PATHS.reports, reportsSchema, { query, product: 'metar', signal })
      return records
    },
  }
}

/** Unreadable records are dropped. */
const reportsSchema: AnswerSchema<ReadRecords<ReportRecord>> = {
  safeParse(body) {
    const data = readByAirport(reportRecordSchema, body)
    return data ? { success: true, data } : { success: false }
  },
}
