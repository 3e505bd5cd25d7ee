import { createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey, jwtVerify } from 'jose'
import { z } from 'zod'
import { TEXT_MAX } from '../../contract/display-text.ts'
import type { Clock } from '../../core/time/clock.ts'
import { messageOf } from '../../core/util/message-of.ts'
import { createClientRate } from '../web/client-rate.ts'

/** The identity of a JWT, a refusal, or "unknown" while the provider is unavailable. */
export type ReadIdentity =
  | { kind: 'known'; subject: string; claims: Readonly<Record<string, unknown>> }
  | { kind: 'refused' }
  | { kind: 'unavailable' }

export interface Oidc {
  verify(jwt: string): Promise<ReadIdentity>
}

const TIMEOUT_MS = 5_000
const CLOCK_TOLERANCE_S = 30
/** Back-off after a failed fetch of the provider's keys. */
const ASK_AGAIN_MS = 5_000
/** Rate limit of key fetches: twenty a minute for all callers together. */
const ASKS = { burst: 20, perSecond: 20 / 60 }
/** Asymmetric signatures only: a shared secret must not be accepted from a public key set. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']

export const discoverySchema = z.looseObject({ issuer: z.string().max(TEXT_MAX), jwks_uri: z.string().max(TEXT_MAX) })

/** True if the fetched document cannot be modified in transit. */
export function isSafeUrl(text: string): boolean {
  const url = URL.parse(text)
  if (!url) return false
  return (
    url.protocol === 'https:' || (url.protocol === 'http:' && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname))
  )
}

/** Verifies the JWTs of one provider; its keys are discovered when the first one arrives. */
export function createOidc(deps: {
  tokens: OidcTokens
  clock: Clock
  fetch: (url: string, init: RequestInit) => Promise<Response>
  onProblem(problem: string): void
}): Oidc {
  const { tokens, clock, onProblem } = deps
  const { issuer, audiences } = tokens
  let keys: Promise<JWTVerifyGetKey> | null = null
  let failedAtMs = Number.NEGATIVE_INFINITY
  let keysFailedAtMs = Number.NEGATIVE_INFINITY
  const asks = createClientRate({ clock, ...ASKS })

  async function discover(): Promise<JWTVerifyGetKey> {
    const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const response = await deps.fetch(url, { redirect: 'error', signal, headers: { accept: 'application/json' } })
    if (!response.ok) throw new Error(`discovery returned status ${response.status}`)
    const found = discoverySchema.safeParse(await response.json())
    if (!found.success) throw new Error('discovery document has no issuer or jwks_uri')
    if (found.data.issuer !== issuer)
      throw new Error('discovery document names a different issuer: OIDC_ISSUER must match it exactly')
    if (!isSafeUrl(found.data.jwks_uri)) throw new Error('discovery document has a jwks_uri that is not https:')
    return createRemoteJWKSet(new URL(found.data.jwks_uri), {
      timeoutDuration: TIMEOUT_MS,
      // After a key rotation new tokens are refused for at most this time; fetches caused by unknown keys are rate
      // limited below.
      cooldownDuration: ASK_AGAIN_MS,
      [customFetch]: askForKeys,
    })
  }

  /**
   * Invalid tokens can cause key fetches: these back off after a failure and are rate limited for all callers together.
   */
  async function askForKeys(where: string, init: RequestInit): Promise<Response> {
    if (clock.monotonicMs() - keysFailedAtMs < ASK_AGAIN_MS)
      throw new Error('fetching the keys failed recently, backing off')
    if (asks.take('') > 0) throw new Error('key requests are rate limited')
    try {
      const response = await deps.fetch(where, init)
      if (!response.ok) keysFailedAtMs = clock.monotonicMs()
      return response
    } catch (error) {
      keysFailedAtMs = clock.monotonicMs()
      throw error
    }
  }

  function ask(): Promise<JWTVerifyGetKey> | null {
    if (!keys && clock.monotonicMs() - failedAtMs < ASK_AGAIN_MS) return null
    keys ??= discover()
    return keys
  }

  function failed(error: unknown): ReadIdentity {
    failedAtMs = clock.monotonicMs()
    onProblem(messageOf(error))
    return { kind: 'unavailable' }
  }

  return {
    async verify(jwt) {
      let keySet: JWTVerifyGetKey
      try {
        const asked = ask()
        if (!asked) return { kind: 'unavailable' }
        keySet = await asked
      } catch (error) {
        keys = null
        return failed(error)
      }
      try {
        const { payload } = await jwtVerify(jwt, keySet, {
          issuer,
          audience: audiences,
          algorithms: ALGORITHMS,
          clockTolerance: CLOCK_TOLERANCE_S,
          currentDate: new Date(clock.now()),
          requiredClaims: ['exp', 'sub'],
        })
        return payload.sub ? { kind: 'known', subject: payload.sub, claims: payload } : { kind: 'refused' }
      } catch (error) {
        if (isRefusal(error)) return { kind: 'refused' }
        onProblem(messageOf(error))
        return { kind: 'unavailable' }
      }
    },
  }
}

/** True if the token itself is invalid; other errors concern fetching the keys. */
function isRefusal(error: unknown): boolean {
  return REFUSALS.some((Refusal) => error instanceof Refusal)
}

const REFUSALS = [
  errors.JWTClaimValidationFailed,
  errors.JWTExpired,
  errors.JWTInvalid,
  errors.JWSInvalid,
  errors.JWSSignatureVerificationFailed,
  errors.JOSEAlgNotAllowed,
  errors.JOSENotSupported,
  errors.JWKSNoMatchingKey,
  errors.JWKSMultipleMatchingKeys,
]

export interface OidcTokens {
  issuer: string
  audiences: string[]
}
