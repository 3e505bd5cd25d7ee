import { API_PATHS } from '../../contract/api-paths.ts'
import { type ReportRecord, readByAirport, reportRecordSchema } from '../../contract/metar.ts'
import { COUNTS_PATH, type StrikeCounts, strikeCountsSchema } from '../../contract/strike-history.ts'
import type { Box } from '../../core/geo/geo.ts'
import type { Span } from '../../core/time/spans.ts'
import { ContractError } from '../http/contract-api.ts'
import { statusError } from '../http/exchange.ts'
import type { ContractHttp } from '../http/http.ts'
import { boxText, type StrikeHistory } from './strike-history.ts'

/** What our own server keeps of before now. Everything rejects with `ContractError`, or with the signal's reason. */
export interface Past {
  strikes: StrikeHistory
  /** How many records struck in each `stepMinutes` of a period, everywhere or, of at most three days, in `box`. */
  counts(period: Span, stepMinutes: number, signal: AbortSignal, box?: Box): Promise<StrikeCounts>
  /** The airport reports whose observations are of a period, of at most six hours; oldest first. */
  reports(period: Span, signal: AbortSignal): Promise<ReportRecord[]>
}

export function createPast(deps: { http: ContractHttp; strikes: StrikeHistory }): Past {
  const { http, strikes } = deps

  async function ask(path: string, product: 'lightning' | 'metar', query: Record<string, string>, signal: AbortSignal) {
    const priority = product
    const { status, body } = await http.request({ service: 'special', path, query, priority, product, signal })
    if (status !== 200) throw statusError(status, path, body)
    return body
  }
  const periodOf = ({ fromMs, toMs }: Span) => ({ from: String(Math.floor(fromMs)), to: String(Math.ceil(toMs)) })

  return {
    strikes,
    async counts(period, stepMinutes, signal, box) {
      const query = { ...periodOf(period), step: String(stepMinutes), ...(box && { bbox: boxText(box) }) }
      const body = await ask(COUNTS_PATH, 'lightning', query, signal)
      const read = strikeCountsSchema.safeParse(body)
      if (!read.success) throw new ContractError('unavailable', `GET ${COUNTS_PATH}: the answer is unreadable`, 200)
      return read.data
    },
    async reports(period, signal) {
      return readByAirport(reportRecordSchema, await ask(API_PATHS.reports, 'metar', periodOf(period), signal)).records
    },
  }
}
