import { type Context, Hono } from 'hono'
import type { Product } from '../../contract/auth.ts'
import { type PageToken, productSchema } from '../../contract/brontide.ts'
import type { Clock } from '../../core/time/clock.ts'
import type { Admit } from '../access/admission.ts'
import { ownOrigin } from '../access/own-origin.ts'
import type { ReadPeer } from '../access/peers.ts'
import type { OthersUse } from '../contract/accounts/others-use.ts'
import { createClientRate } from './client-rate.ts'

/** A token, and where to use it where that is not the origin that was asked. */
export type MintedToken = Pick<PageToken, 'token' | 'expires_at'> & { wsUrl?: string }

/** A page mints three when it opens and after a restart: two hundred behind one address come back at once. */
const BURST = 600
const PER_SECOND = 20

/** `POST /{product}`: gives pages of our own origin, and whoever else may, the tokens they open their lines with. */
export function createPageTokens(deps: {
  clock: Clock
  admit: Admit
  /** `client` is the address whose limits the bearer uses; the token ends with `signIn` where there is one. */
  mint(product: Product, client: string, signIn: string | null): Promise<MintedToken>
  peerOf: ReadPeer
  isSimulated(): boolean
  /** Where several processes keep the limits of their viewers together. */
  others?: OthersUse | undefined
}): Hono {
  const rate = createClientRate({
    ...{ clock: deps.clock, burst: BURST, perSecond: PER_SECOND, use: deps.others?.done('tokens') },
  })
  const app = new Hono()

  app.all('/:product', async (c: Context) => {
    const product = productSchema.safeParse(c.req.param('product'))
    if (!product.success) {
      return c.json({ detail: `there are tokens for ${productSchema.options.join(', ')} only` }, 404)
    }
    if (c.req.method !== 'POST') return c.json({ detail: 'method not allowed: use POST' }, 405, { allow: 'POST' })
    const { client, secure } = deps.peerOf(c)
    const origin = ownOrigin((name) => c.req.header(name), secure)
    if ('refusal' in origin) return c.json({ detail: origin.refusal }, 403)

    // Before the rate: what strangers behind the same address ask for takes nothing from who may have it.
    const admitted = await deps.admit(c)
    if (admitted.refused) return admitted.refused
    const waitMs = rate.take(client)
    if (waitMs > 0) {
      const seconds = Math.ceil(waitMs / 1_000)
      return c.json({ detail: `too many token requests: try again in ${seconds} s` }, 429, {
        'retry-after': String(seconds),
      })
    }
    const { wsUrl, ...token } = await deps.mint(product.data, client, admitted.signIn)
    const answer: PageToken = {
      ...token,
      simulated: deps.isSimulated(),
      url: origin.url,
      ws_url: wsUrl ?? origin.url.replace(/^http/, 'ws'),
    }
    return c.json(answer, 200, { 'cache-control': 'no-store' })
  })
  return app
}
