import type { Logger } from 'pino'
import { ContractError } from '../../../client/http/contract-api.ts'
import type { ContractHttp, Priority } from '../../../client/http/http.ts'
import { createTokenSource, type Token } from '../../../client/session/token-source.ts'
import { TOKEN_PATHS, tokenResponseSchema } from '../../../contract/auth.ts'
import { TOKEN_VALIDITY_MS } from '../../../contract/limits.ts'
import type { Replay } from '../../../contract/replay.ts'
import { formatUtc, readInstant } from '../../../contract/time.ts'
import type { Clock } from '../../../core/time/clock.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'
import type { UpstreamLog } from './upstream-log.ts'

const LEARN_AGAIN_MS = MINUTE_MS

type SocketProduct = 'lightning' | 'metar'

/** Tokens of the upstream, for pages that connect to it directly. */
export interface UpstreamTokens {
  /** A token with remaining lifetime, shared by all callers. Rejects with `ContractError`. */
  mintUpstreamToken(product: SocketProduct): Promise<{ token: string; expires_at: string }>
  /** True for an unexpired token issued through here. */
  knowsUpstreamToken(token: string): boolean
}

interface UpstreamToken extends Token {
  expiresAt: string
}

/** Exchanges the key for tokens, and learns from the responses whether the upstream's data is simulated. */
export function createUpstreamTokens(deps: {
  http: ContractHttp
  /** Of the upstream: it decides when a token expires. */
  clock: Clock
  log: Logger
  upstreamLog: Pick<UpstreamLog, 'keyRefused' | 'keyAccepted'>
  /** Initial value. */
  simulated: boolean
  /** Priority of token requests. */
  priority: Priority
  /** Called with each token. */
  onLearned(simulated: boolean): Promise<void>
}) {
  const { http, clock, log, upstreamLog } = deps
  const known = new Map<string, number>() // token → Unix ms of its expiry
  let { simulated } = deps
  let replay: Replay | null = null
  let cancelLearning: (() => void) | null = null
  let isTold = false
  let closed = false

  async function mint(product: SocketProduct): Promise<UpstreamToken> {
    const path = TOKEN_PATHS[product]
    const { status, body } = await http.request({
      method: 'POST',
      service: 'special',
      path,
      priority: deps.priority,
      product,
    })
    const read = tokenResponseSchema.safeParse(body)
    if (!read.success) {
      throw new ContractError('unavailable', `POST ${path}: the response holds no token`, status)
    }
    const { token, expires_at } = read.data
    simulated = read.data.simulated ?? false
    replay = read.data.replay ?? null
    await deps.onLearned(simulated)
    const expiresAtMs = readInstant(expires_at)?.ms ?? clock.now() + TOKEN_VALIDITY_MS
    known.set(token, expiresAtMs)
    return { value: token, expiresAt: formatUtc(expiresAtMs), expiresAtMs }
  }

  const sources = {
    lightning: createTokenSource({ clock, mint: () => mint('lightning') }),
    metar: createTokenSource({ clock, mint: () => mint('metar') }),
  }

  function forgetExpired(): void {
    for (const [token, expiresAtMs] of known) if (expiresAtMs <= clock.now()) known.delete(token)
  }

  return {
    simulated: () => simulated,
    replay: () => replay,
    async mintUpstreamToken(product: SocketProduct) {
      forgetExpired()
      const { value, expiresAt } = await sources[product].get()
      return { token: value, expires_at: expiresAt }
    },
    knowsUpstreamToken(token: string): boolean {
      return (known.get(token) ?? 0) > clock.now()
    },
    /** Requests one token to learn whether data is simulated; retried while the upstream is unavailable. */
    async learnWhetherSimulated(): Promise<void> {
      try {
        await sources.lightning.get()
        upstreamLog.keyAccepted({ simulated })
        log.info({ simulated }, 'upstream key accepted')
      } catch (error) {
        if (closed) return
        const known = error instanceof ContractError ? error : null
        const fields = { cause: known?.reason ?? 'unknown', error: known?.message ?? String(error) }
        if (known?.reason === 'unauthorised') upstreamLog.keyRefused(fields)
        // Connection failures are logged separately.
        else if (known?.status != null && !isTold)
          log.warn(fields, 'upstream token request failed, retrying each minute')
        isTold = true
        cancelLearning = clock.after(LEARN_AGAIN_MS, () => void this.learnWhetherSimulated())
      }
    },
    close(): void {
      closed = true
      cancelLearning?.()
    },
  }
}
