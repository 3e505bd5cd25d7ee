import * as z from 'zod/mini'
import { boundedText, instant } from './fields.ts'
import { API_KEY_PREFIX, TOKEN_PREFIX } from './limits.ts'
import { replaySchema } from './replay.ts'

/** Products that tokens are issued for. DL §4.1 issues the first two; `standard` is our own, for `/v1` through a relay. */
export type Product = 'lightning' | 'metar' | 'standard'

export const PRODUCTS: readonly Product[] = ['lightning', 'metar', 'standard']

/** DL §4.1: POST with the key as bearer and no body. */
export const TOKEN_PATHS = {
  lightning: '/fast-lightning/auth/token',
  metar: '/fast-metar/auth/token',
} as const

/**
 * DL §2.3. `simulated` and `replay` are our extensions: a simulator identifies itself, so that no screen shows its data
 * as real.
 */
export const tokenResponseSchema = z.looseObject({
  token: boundedText.check(z.startsWith(TOKEN_PREFIX)),
  expires_at: instant,
  simulated: z.nullish(z.boolean()),
  replay: z.catch(z.optional(replaySchema), undefined),
})

/** DL §5: query parameter for clients that can't set headers. */
export const TOKEN_QUERY_PARAM = 'token'

export const apiKeySchema = boundedText.check(z.startsWith(API_KEY_PREFIX), z.minLength(8))
