import type { MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Product } from '../../contract/auth.ts'
import { readCredential } from '../contract/accounts/credentials.ts'
import type { ContractPolicy } from '../contract/accounts/policy.ts'
import type { Admit } from './admission.ts'

/** The sign-in that admitted a read request, null without one. */
export interface SignInEnv {
  Variables: { signIn?: string | null }
}

/**
 * Guards our own data endpoints: allowed for callers that could mint a token for `product`, and for a valid token or
 * key. Unless access is open, shared caches must not store the response.
 */
export function createReadGuard(deps: {
  product: Product
  isOpen: boolean
  verify: ContractPolicy['verify']
  admit: Admit
}): MiddlewareHandler {
  const { product, isOpen, verify, admit } = deps

  return createMiddleware<SignInEnv>(async (c, next) => {
    if (isOpen) return next()
    const credential = readCredential(c.req.header('authorization'), new URL(c.req.url).searchParams)
    const application = credential === null ? null : await verify(credential, product)
    if (application) c.set('signIn', application.signIn ?? null)
    else {
      const admitted = await admit(c)
      if (admitted.refused) return admitted.refused
      c.set('signIn', admitted.signIn)
    }
    await next()
    const caching = c.res.headers.get('cache-control') ?? 'no-store'
    c.res.headers.set('cache-control', caching.replace('public', 'private'))
  })
}
