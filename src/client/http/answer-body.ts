import { CODE_OK } from '../../contract/limits.ts'
import { ContractError, type ContractErrorReason } from './contract-api.ts'
import { errorDetail, statusError } from './exchange.ts'
import { CODE_BUDGET_SPENT, codeOf, type HttpAnswer } from './http.ts'

/** Some services use the HTTP status as code, where ours has 0. */
const CODES_OK = [CODE_OK, 200]
const STATUSES_BAD = ['error', 'fail', 'failed', 'failure']

/**
 * The body of a successful response. All calls use it, because an error may come with status 200, and must never be
 * taken for "no data". Throws `ContractError`.
 */
export function goodBody({ status, body }: Pick<HttpAnswer, 'status' | 'body'>, path: string): unknown {
  const fields: Record<string, unknown> = typeof body === 'object' && body !== null ? { ...body } : {}
  const code = codeOf(fields)
  // SS §7 documents only code 40000; other codes are classified by their leading digits, like an HTTP status.
  if (code !== null && !CODES_OK.includes(code)) {
    const words = errorDetail(body) ?? 'refused'
    const shown = String(fields.code).slice(0, 40)
    throw new ContractError(codeReason(code), `${path}: ${words} (code ${shown})`, status)
  }
  if (status !== 200) throw statusError(status, path, body)
  if (saysError(fields)) throw unreadable(path, errorDetail(body) ?? 'it reports an error')
  return body
}

/** True if the body is that of a successful response: what goes by this is charged (SS §8) and cached. */
export function isGood({ status, body }: Pick<HttpAnswer, 'status' | 'body'>): boolean {
  const code = codeOf(body)
  return status === 200 && code !== null && CODES_OK.includes(code)
}

/** Whether a socket message reports an error, in any plausible form, because the contract documents none. */
export function isErrorMessage(frame: unknown): boolean {
  const fields: Record<string, unknown> = Object(frame)
  const code = codeOf(fields)
  return (code !== null && !CODES_OK.includes(code)) || saysError({ ...fields, status: fields.status ?? fields.type })
}

function saysError({ error, errors, success, ok, status }: Record<string, unknown>): boolean {
  const isListed = Array.isArray(errors) ? errors.length > 0 : Boolean(errors)
  const isBad = typeof status === 'string' && STATUSES_BAD.includes(status.toLowerCase())
  return Boolean(error) || isListed || success === false || ok === false || isBad
}

export function unreadable(path: string, complaint: string): ContractError {
  return new ContractError('unavailable', `${path}: the response is unreadable (${complaint})`, 200)
}

function codeReason(code: number): ContractErrorReason {
  if (code === CODE_BUDGET_SPENT) return 'budget'
  const family = Math.floor(code / 100)
  if (family === 401 || family === 403) return 'unauthorised'
  if (family === 429) return 'rate-limited'
  return family >= 400 && family < 500 ? 'bad-request' : 'unavailable'
}
