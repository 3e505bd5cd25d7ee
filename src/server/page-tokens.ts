import { type Context, Hono } from 'hono'
import type { Product } from '../contract/auth.ts'
import { type PageToken, productSchema } from '../contract/brontide.ts'
import type { Clock } from '../core/clock.ts'
import { createClientRate } from './client-rate.ts'
import { isHost } from './security-headers.ts'

/** A token, and where to use it where that is not the origin that was asked. */
export type MintedToken = Pick<PageToken, 'token' | 'expires_at'> & { wsUrl?: string }

/** A page mints three when it opens and after every break: this lets forty behind one address come back at once. */
const BURST = 120
const PER_SECOND = 2

/** `POST /{product}`: gives pages of our own origin the tokens they open their lines with. */
export function createPageTokens(deps: {
  clock: Clock
  /** `client` is the address whose limits the bearer uses. */
  mint(product: Product, client: string): Promise<MintedToken>
  addressOf(c: Context): string
  isSimulated(): boolean
}): Hono {
  const rate = createClientRate({ clock: deps.clock, burst: BURST, perSecond: PER_SECOND })
  const app = new Hono()

  app.all('/:product', async (c) => {
    const product = productSchema.safeParse(c.req.param('product'))
    if (!product.success) {
      return c.json({ detail: `there are tokens for ${productSchema.options.join(', ')} only` }, 404)
    }
    if (c.req.method !== 'POST') return c.json({ detail: 'tokens are minted by POST' }, 405, { allow: 'POST' })
    const origin = ownOrigin(c.req.raw.headers)
    if ('refusal' in origin) return c.json({ detail: origin.refusal }, 403)

    const client = deps.addressOf(c)
    const waitMs = rate.take(client)
    if (waitMs > 0) {
      const seconds = Math.ceil(waitMs / 1_000)
      return c.json({ detail: `too many tokens asked for: try again in ${seconds} s` }, 429, {
        'retry-after': String(seconds),
      })
    }
    const { wsUrl, ...token } = await deps.mint(product.data, client)
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

/**
 * Our origin as the one who asks sees it, or why the request is refused. A browser always says where a POST comes from;
 * what says nothing is no browser, and no other site can be behind it.
 */
function ownOrigin(headers: Headers): { url: string } | { refusal: string } {
  const site = headers.get('sec-fetch-site')
  const from = headers.get('origin')
  const host = headers.get('host')
  if (!host || !isHost(host)) return { refusal: 'the request names no host' }
  if (site && site !== 'same-origin') {
    return { refusal: `tokens are for pages of this origin: this request is ${site} (Sec-Fetch-Site)` }
  }
  if (!from) return { url: `http://${host}` }
  const origin = URL.canParse(from) ? new URL(from) : null
  if (!origin || !/^https?:$/.test(origin.protocol) || !sameHost(origin, host)) {
    return { refusal: 'tokens are for pages of this origin: Origin and Host differ (a proxy must pass Host on)' }
  }
  // The scheme is the browser's: behind a proxy that ends TLS our own side of the line is plain HTTP.
  return { url: origin.origin }
}

function sameHost(origin: URL, host: string): boolean {
  // Read through the same parser, so that letter case and the scheme's own port make no difference.
  const own = `${origin.protocol}//${host}`
  return URL.canParse(own) && new URL(own).host === origin.host
}
