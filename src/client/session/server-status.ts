import { API_PATHS } from '../../contract/api-paths.ts'
import { type Status, statusSchema } from '../../contract/brontide.ts'
import { ContractError } from '../http/contract-api.ts'
import { bodyOf, exchange, statusError } from '../http/exchange.ts'
import type { Environment } from './environment.ts'

const TIMEOUT_MS = 10_000

/** Asks our own server for its status. The answer rejects with `ContractError`. */
export function createServerStatus(deps: {
  environment: Pick<Environment, 'clock' | 'fetch'>
  baseUrl: string
  /** Where it is not for everybody, it is for whoever has a token. */
  credential(): Promise<string>
  dropCredential(refused: string): void
}): (signal?: AbortSignal) => Promise<Status> {
  const { environment, baseUrl } = deps
  const name = `GET ${API_PATHS.status}`
  return async (signal) => {
    const credential = await deps.credential()
    const headers = { authorization: `Bearer ${credential}` }
    const how = { timeoutMs: TIMEOUT_MS, name, ...(signal && { signal }) }
    const answer = await exchange(environment, baseUrl + API_PATHS.status, { headers }, how)
    const body = bodyOf(answer, JSON.parse)
    if (answer.status === 401) deps.dropCredential(credential)
    if (answer.status !== 200) throw statusError(answer.status, name, body)
    const read = statusSchema.safeParse(body)
    if (!read.success) throw new ContractError('unavailable', `${name}: unreadable answer`, answer.status)
    return read.data
  }
}
