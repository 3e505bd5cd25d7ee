import { CODE_BAD_REQUEST, CODE_OK } from '../../contract/limits.ts'
import { hash } from '../../core/util/random.ts'

/** A response of the standard service: HTTP status and envelope. */
export interface Answer {
  status: number
  body: unknown
}

/** Writes the envelopes of one request; the same request at the same moment gets the same id. */
export function answersTo(request: string) {
  const request_id = `req_${hash(request).toString(16).padStart(8, '0')}${hash(`${request}~`).toString(16).padStart(8, '0')}`
  return {
    ok: (data: unknown): Answer => ({ status: 200, body: { code: CODE_OK, message: 'ok', data, request_id } }),
    noData: (message: string): Answer => ({ status: 404, body: { code: 40_400, message, data: null, request_id } }),
    badRequest: (message: string): Answer => ({
      status: 400,
      body: { code: CODE_BAD_REQUEST, message, data: null, request_id },
    }),
  }
}

/** The requested names that are known, or all; a complaint if none is known. */
export function selectElements<T extends string>(asked: string[] | undefined, known: readonly T[]): T[] | string {
  if (!asked || asked.length === 0 || asked.includes('all')) return [...known]
  const chosen = known.filter((name) => asked.includes(name))
  return chosen.length > 0 ? chosen : `elements must name at least one of ${known.join(', ')}`
}

export function round(value: number, digits: number): number {
  const factor = 10 ** digits
  return Math.round(value * factor) / factor + 0
}
