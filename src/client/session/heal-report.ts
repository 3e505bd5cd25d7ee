import { HEALS_PATH, type Heal } from '../../contract/heals.ts'
import { exchange, statusError } from '../http/exchange.ts'
import type { Environment } from './environment.ts'

const TIMEOUT_MS = 10_000

/** Reports this screen's automatic recoveries to our server. Rejects with `ContractError` on failure. */
export function createHealReport(deps: {
  environment: Pick<Environment, 'clock' | 'fetch'>
  baseUrl: string
  credential(): Promise<string>
  dropCredential(refused: string): void
}): (heals: readonly Heal[]) => Promise<void> {
  const { environment, baseUrl } = deps
  const name = `POST ${HEALS_PATH}`
  return async (heals) => {
    const credential = await deps.credential()
    const headers = { authorization: `Bearer ${credential}`, 'content-type': 'application/json' }
    const init = { method: 'POST', headers, body: JSON.stringify({ heals }) }
    const answer = await exchange(environment, baseUrl + HEALS_PATH, init, { timeoutMs: TIMEOUT_MS, name })
    if (answer.status === 401) deps.dropCredential(credential)
    if (answer.status !== 204) throw statusError(answer.status, name, null)
  }
}
