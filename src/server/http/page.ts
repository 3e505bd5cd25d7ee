import { Hono } from 'hono'
import { CONFIG_ELEMENT } from '../../contract/api-paths.ts'
import { COMMANDS } from '../settings/command-names.ts'
import type { SharedBody } from '../web/in-flight.ts'
import { contentSecurityPolicy, PAGE_HEADERS, type PageReach } from '../web/security-headers.ts'
import { respondWithFile, type StaticFile, type StaticFiles } from '../web/static.ts'

interface PageDeps {
  files: StaticFiles
  /** Changes with the operator's layers. */
  reach(): PageReach
  /** Configuration that the page would request first. */
  config(): Promise<object>
}

/** The page and its files; other paths go to the next handler. */
export function createPageRoutes({ files, reach, config }: PageDeps): Hono<SharedBody> {
  const app = new Hono<SharedBody>()

  app.get('*', async (c, next) => {
    const path = c.req.path === '/' ? '/index.html' : c.req.path
    const file = files.get(path)
    if (!file) {
      if (path !== '/index.html') return next()
      return c.text(`The page is not built. ${COMMANDS.build}.\n`, 503)
    }
    // Only a navigation gets embedded configuration: prefetched or cached copies must not contain momentary state.
    const isOpened = path === '/index.html' && c.req.header('sec-fetch-mode') === 'navigate'
    const response = isOpened
      ? respondWithConfig(file, await config(), c.req.query('kiosk') !== undefined)
      : respondWithFile(file, c.req.raw.headers)
    if (!isOpened) c.set('sharedBody', file.body)
    for (const [name, value] of Object.entries(PAGE_HEADERS)) response.headers.set(name, value)
    // On every file: a worker uses the policy of its own script's response.
    response.headers.set('content-security-policy', contentSecurityPolicy(c.req.header('host') ?? null, reach()))
    return response
  })
  return app
}

/** The picture of the land in the view of a desk, requested before the page's code. */
const PICTURE = /<link [^>]*as="image"[^>]*>/

/** The page with its configuration embedded, which saves a round trip; a wall without the picture, which it never shows. */
function respondWithConfig(page: StaticFile, config: object, isWall: boolean): Response {
  const json = JSON.stringify(config).replaceAll('<', '\\u003c')
  const element = `<script type="application/json" id="${CONFIG_ELEMENT}">${json}</script>`
  const html = new TextDecoder().decode(page.body).replace('</head>', () => `${element}</head>`)
  return new Response(isWall ? html.replace(PICTURE, '') : html, {
    headers: { 'content-type': page.type, 'cache-control': 'no-store' },
  })
}
