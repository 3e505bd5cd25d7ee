import type { MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Product } from '../../contract/auth.ts'
import { readCredential } from '../contract/accounts/credentials.ts'
import type { ContractPolicy } from '../contract/accounts/policy.ts'
import type { Admit } from './admission.ts'

/** What a request carries that was let in to read: by which sign-in, null where by none. */
export interface LetIn {
  Variables: { signIn?: string | null }
}

/**
 * For data of ours beside the contract: whoever could mint a token for `product`, or shows one, or a key, may read it.
 * Where that is not everybody, no cache on the way may hand it on.
 */
export function createReadGuard(deps: {
  product: Product
  isOpen: boolean
  verify: ContractPolicy['verify']
  admit: Admit
}): MiddlewareHandler {
  const { product, isOpen, verify, admit } = deps

  return createMiddleware<LetIn>(async (c, next) => {
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
