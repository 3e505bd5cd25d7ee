import { randomBytes } from 'node:crypto'
import { Hono } from 'hono'
import { contentSecurityPolicy, PAGE_HEADERS, type PageReach } from './security-headers.ts'
import { respondWithFile, type StaticFiles } from './static.ts'

/** What the build writes where the nonce of the answer belongs. */
export const NONCE_PLACEHOLDER = 'brontide-csp-nonce'

/** The page and its files; whatever is none of them is left to the next handler. */
export function createPageRoutes(deps: { files: StaticFiles; reach: PageReach }): Hono {
  const { files, reach } = deps
  const app = new Hono()
  const index = files.get('/index.html')
  const html = index && new TextDecoder().decode(index.body)

  for (const path of ['/', '/index.html']) {
    app.get(path, (c) => {
      if (!html) return c.text('The page is not built. Run npm start, which builds it, or npm run build.\n', 503)
      const nonce = randomBytes(16).toString('base64')
      const csp = contentSecurityPolicy({ host: c.req.header('host') ?? null, nonce, reach })
      return c.html(html.replaceAll(NONCE_PLACEHOLDER, nonce), 200, {
        ...PAGE_HEADERS,
        'content-security-policy': csp,
        'cache-control': 'no-cache',
      })
    })
  }

  // A worker lives under the policy of its own script's answer.
  const fileCsp = contentSecurityPolicy({ host: null, nonce: null, reach })
  app.get('*', async (c, next) => {
    const file = files.get(c.req.path)
    if (!file) return next()
    const response = respondWithFile(file, c.req.raw.headers)
    response.headers.set('content-security-policy', fileCsp)
    return response
  })
  return app
}
