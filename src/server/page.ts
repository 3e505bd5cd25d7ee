import { Hono } from 'hono'
import { contentSecurityPolicy, PAGE_HEADERS, type PageReach } from './security-headers.ts'
import { respondWithFile, type StaticFiles } from './static.ts'

/** The page and its files; whatever is none of them is left to the next handler. */
export function createPageRoutes(deps: { files: StaticFiles; reach: PageReach }): Hono {
  const { files, reach } = deps
  const app = new Hono()

  app.get('*', async (c, next) => {
    const path = c.req.path === '/' ? '/index.html' : c.req.path
    const file = files.get(path)
    if (!file) {
      if (path !== '/index.html') return next()
      return c.text('The page is not built. Run npm start, which builds it, or npm run build.\n', 503)
    }
    const response = respondWithFile(file, c.req.raw.headers)
    for (const [name, value] of Object.entries(PAGE_HEADERS)) response.headers.set(name, value)
    // On every file: a worker lives under the policy of its own script's answer.
    response.headers.set('content-security-policy', contentSecurityPolicy(c.req.header('host') ?? null, reach))
    return response
  })
  return app
}
