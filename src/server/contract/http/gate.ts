import type { Context, MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Product } from '../../../contract/auth.ts'
import type { SharedBody } from '../../web/in-flight.ts'
import type { Account, Accounts } from '../accounts/accounts.ts'
import type { Application } from '../accounts/application.ts'
import { readCredential } from '../accounts/credentials.ts'
import type { ContractPolicy } from '../accounts/policy.ts'
import { complain } from './answers.ts'

/** Hono variables of an admitted request. */
export interface Admitted {
  Variables: { application: Application; account: Account } & SharedBody['Variables']
}

export interface GateCounters {
  requests: number
  unauthorised: number
  rateLimited: number
}

export type Gate = ReturnType<typeof createGate>

/** Admits requests with a credential for the product within their rate; DL §8 counts every request of it. */
export function createGate(deps: { policy: ContractPolicy; accounts: Accounts; counters: GateCounters }) {
  const { policy, accounts, counters } = deps

  return function gate(
    product: Product,
    allowed: 'key' | 'key or token' = 'key or token',
  ): MiddlewareHandler<Admitted> {
    const takesTokens = allowed !== 'key' && (product !== 'standard' || policy.standardTakesTokens)

    return createMiddleware<Admitted>(async (c, next) => {
      counters.requests++
      const query = takesTokens ? new URL(c.req.url).searchParams : null
      const credential = readCredential(c.req.header('authorization'), query)
      const application = credential === null ? null : await policy.verify(credential, product)
      if (!application || (application.by === 'token' && !takesTokens)) {
        counters.unauthorised++
        const message = credential === null ? `Send ${wanted(takesTokens)}.` : refusal(takesTokens)
        return complain(c, product, { status: 401, message, headers: { 'www-authenticate': 'Bearer' } })
      }
      const account = accounts.of(application)
      const waitMs = account.request()
      if (waitMs > 0) {
        counters.rateLimited++
        return tooMany(
          c,
          product,
          `${application.limits.requestsPerSecond} requests per second per application`,
          waitMs,
        )
      }
      c.set('application', application)
      c.set('account', account)
      await next()
    })
  }
}

/** 429 that names the limit (DL §7) and the delay. */
export function tooMany(c: Context, product: Product, limit: string, waitMs: number): Response {
  return complain(c, product, {
    status: 429,
    message: `Rate limit exceeded: ${limit}.`,
    headers: { 'retry-after': String(Math.ceil(waitMs / 1000)) },
  })
}

function wanted(takesTokens: boolean): string {
  return takesTokens
    ? 'an API key or a token: "Authorization: Bearer <key or token>", or the token as ?token='
    : 'an API key: "Authorization: Bearer <API key>"'
}

function refusal(takesTokens: boolean): string {
  return takesTokens
    ? 'The key is unknown, or the token is invalid, expired, or of another product.'
    : 'The API key is unknown; tokens are not accepted here.'
}
