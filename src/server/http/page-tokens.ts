import { type Context, Hono } from 'hono'
import type { Product } from '../../contract/auth.ts'
import { type PageToken, productSchema } from '../../contract/brontide.ts'
import type { Clock } from '../../core/time/clock.ts'
import type { Admit } from '../access/admission.ts'
import { ownOrigin } from '../access/own-origin.ts'
import type { ReadPeer } from '../access/peers.ts'
import { createClientRate } from '../web/client-rate.ts'
import { allowing, tooMany } from '../web/requests.ts'
import type { UsageExchange } from '../web/usage-exchange.ts'

/** A token, and where to use it if not on our origin. */
export type MintedToken = Pick<PageToken, 'token' | 'expires_at'> & { wsUrl?: string }

/** A page mints three when it opens and after a restart: enough for two hundred pages behind one address. */
const BURST = 600
const PER_SECOND = 20

/** `POST /{product}`: issues tokens to pages of our origin and other permitted callers. */
export function createPageTokens(deps: {
  clock: Clock
  admit: Admit
  /** `client` is the address for the bearer's limits; the token ends with `signIn`, if any. */
  mint(product: Product, client: string, signIn: string | null): Promise<MintedToken>
  peerOf: ReadPeer
  isSimulated(): boolean
  /** Use reported by other processes of a cluster. */
  others?: UsageExchange | undefined
}): Hono {
  const rate = createClientRate({
    clock: deps.clock,
    burst: BURST,
    perSecond: PER_SECOND,
    use: deps.others?.done('tokens'),
  })
  const app = new Hono()

  app.all('/:product', async (c: Context) => {
    const product = productSchema.safeParse(c.req.param('product'))
    if (!product.success) {
      return c.json({ detail: `there are tokens for ${productSchema.options.join(', ')} only` }, 404)
    }
    if (c.req.method !== 'POST') return allowing('POST')(c)
    const { client, secure } = deps.peerOf(c)
    const origin = ownOrigin((name) => c.req.header(name), secure)
    if ('refusal' in origin) return c.json({ detail: origin.refusal }, 403)

    // Before the rate limit: unauthorised requests must not consume the limit of authorised callers at the same
    // address.
    const admitted = await deps.admit(c)
    if (admitted.refused) return admitted.refused
    const waitMs = rate.take(client)
    if (waitMs > 0) return tooMany(c, 'too many token requests', waitMs)
    const { wsUrl, ...token } = await deps.mint(product.data, client, admitted.signIn)
    const answer: PageToken = {
      ...token,
      simulated: deps.isSimulated(),
      url: origin.url,
      ws_url: wsUrl ?? origin.url.replace(/^http/, 'ws'),
    }
    return c.json(answer)
  })
  return app
}
