import { API_PATHS, type Status, statusSchema } from '../contract/brontide.ts'
import { ContractError } from './contract-api.ts'
import type { Environment } from './environment.ts'
import { bodyOf, exchange, statusError } from './exchange.ts'

const TIMEOUT_MS = 10_000

/** Asks our own server at `origin` for its status. The answer rejects with `ContractError`. */
export function createServerStatus(
  environment: Pick<Environment, 'clock' | 'fetch'>,
  origin: string,
): (signal?: AbortSignal) => Promise<Status> {
  const name = `GET ${API_PATHS.status}`
  return async (signal) => {
    const how = { timeoutMs: TIMEOUT_MS, name, ...(signal && { signal }) }
    const answer = await exchange(environment, origin + API_PATHS.status, {}, how)
    const body = bodyOf(answer, JSON.parse)
    if (answer.status !== 200) throw statusError(answer.status, name, body)
    const read = statusSchema.safeParse(body)
    if (!read.success) throw new ContractError('unavailable', `${name}: unreadable answer`, answer.status)
    return read.data
  }
}
