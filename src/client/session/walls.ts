import { API_PATHS } from '../../contract/api-paths.ts'
import {
  type AdmittedWall,
  admittedWallSchema,
  type ListedWall,
  wallListSchema,
} from '../../contract/server/sign-in.ts'
import { bodyOf, exchange, statusError } from '../http/exchange.ts'
import type { Environment } from './environment.ts'

/** Administration of wall displays. All reject with `ContractError`: `unauthorised` without a sign-in. */
export type WallAccess = ReturnType<typeof createWallAccess>

const TIMEOUT_MS = 15_000

/** Uses the cookie of the signed-in person. */
export function createWallAccess(options: {
  environment: Pick<Environment, 'clock' | 'fetch'>
  /** Origin of the page's server. */
  baseUrl: string
}) {
  async function ask(method: string, path: string, body?: object): Promise<unknown> {
    const name = `${method} ${API_PATHS.walls}`
    const init = body ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {}
    const url = options.baseUrl + API_PATHS.walls + path
    const answer = await exchange(options.environment, url, { method, ...init }, { timeoutMs: TIMEOUT_MS, name })
    const said = await bodyOf(answer, JSON.parse)
    if (answer.status >= 300) throw statusError(answer.status, name, said)
    return said
  }

  return {
    list: async (): Promise<ListedWall[]> => wallListSchema.parse(await ask('GET', '')).walls,
    /** The returned code for the wall's link is available only once. */
    admitWall: async (name: string): Promise<AdmittedWall> => admittedWallSchema.parse(await ask('POST', '', { name })),
    turnAway: async (id: string): Promise<void> => void (await ask('DELETE', `/${encodeURIComponent(id)}`)),
  }
}
