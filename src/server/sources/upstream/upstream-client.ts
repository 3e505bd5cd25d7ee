import { createContractApi } from '../../../client/http/api.ts'
import type { ContractApi } from '../../../client/http/contract-api.ts'
import { createContractHttp } from '../../../client/http/contract-http.ts'
import type { ContractHttp } from '../../../client/http/http.ts'
import type { RateGate } from '../../../client/http/rate-gate.ts'
import type { Environment } from '../../../client/session/environment.ts'
import { createServerClock } from '../../../client/session/server-clock.ts'
import { parseJsonExact } from '../../../contract/json-exact.ts'
import type { Clock } from '../../../core/time/clock.ts'

export interface UpstreamReach {
  environment: Environment
  /** `{base_url}`, `{special_url}` and `{special_ws_url}`, without a trailing slash. */
  bases: { standard: string; special: string; specialWs: string }
  /** The `sk-` key. It goes into the authorization header of calls to `bases`, and nowhere else. */
  apiKey: string
}

export interface UpstreamClient {
  http: ContractHttp
  api: ContractApi
  /**
   * The clock that strikes are dated by. Our own may be put right in the middle of a break, or be minutes off: breaks
   * are measured, and gaps told, by this one.
   */
  clock: Clock
}

/** HTTP to the upstream, with the key, at the rate that `gate` keeps. */
export function createUpstreamClient({ environment, bases, apiKey }: UpstreamReach, gate: RateGate): UpstreamClient {
  const clock = createServerClock(environment.clock)
  const http = createContractHttp({
    environment,
    bases,
    credential: async () => apiKey,
    gate,
    parse: parseJsonExact,
    onServerDate: clock.observe,
  })
  return { http, api: createContractApi(http), clock }
}
