import { setImmediate } from 'node:timers/promises'
import { createContractApi } from '../../../client/http/api.ts'
import type { ContractApi } from '../../../client/http/contract-api.ts'
import { createContractHttp } from '../../../client/http/contract-http.ts'
import type { ContractHttp } from '../../../client/http/http.ts'
import type { RateGate } from '../../../client/http/rate-gate.ts'
import type { Environment } from '../../../client/session/environment.ts'
import { createServerClock, type ServerTimeSample } from '../../../client/session/server-clock.ts'
import { parseJsonExact } from '../../../contract/json-exact.ts'
import type { Clock } from '../../../core/time/clock.ts'
import type { Remembered, SourceMemory } from '../../history/source-memory.ts'
import { parseInTurns } from './sliced-frames.ts'
import type { UpstreamLog } from './upstream-log.ts'

export interface UpstreamReach {
  environment: Environment
  /** `{base_url}`, `{special_url}` and `{special_ws_url}`, without a trailing slash. */
  bases: { standard: string; special: string; specialWs: string }
  /** The `sk-` key. Sent only in the authorization header of calls to `bases`. */
  apiKey: string
}

export interface UpstreamClient {
  http: ContractHttp
  api: ContractApi
  /**
   * The clock of strike timestamps. The local clock may be minutes off or be corrected during a break: breaks are
   * measured, and gaps reported, by this clock.
   */
  clock: Clock
}

/** A `Date` header has a resolution of seconds. */
const AHEAD_KEPT_TO_MS = 1_000

/**
 * HTTP access to the upstream with the key, at the rate of `gate`. Until the first response, the clock offset from
 * before the restart is used.
 */
export function createUpstreamClient(
  { environment, bases, apiKey }: UpstreamReach,
  deps: {
    gate: RateGate
    remembered: Pick<Remembered, 'aheadMs'>
    memory: Pick<SourceMemory, 'learnedAhead'>
    upstreamLog: Pick<UpstreamLog, 'attempt' | 'clockAhead'>
  },
): UpstreamClient {
  const { gate, memory, upstreamLog } = deps
  let { aheadMs } = deps.remembered
  const clock = createServerClock(environment.clock, aheadMs)

  function toldTime(sample: ServerTimeSample): void {
    clock.observe(sample)
    const learnedMs = clock.now() - environment.clock.now()
    upstreamLog.clockAhead(learnedMs)
    if (Math.abs(learnedMs - aheadMs) < AHEAD_KEPT_TO_MS) return
    aheadMs = learnedMs
    void memory.learnedAhead(aheadMs)
  }

  const http = createContractHttp({
    environment,
    bases,
    credential: async () => apiKey,
    gate,
    parse: (text) => parseInTurns(text, parseJsonExact, setImmediate),
    onServerDate: toldTime,
    onAttempt: upstreamLog.attempt,
  })
  return { http, api: createContractApi(http, { clock, nextTurn: setImmediate }), clock }
}
