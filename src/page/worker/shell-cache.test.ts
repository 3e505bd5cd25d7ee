import { describe, expect, it, vi } from 'vitest'
import { answerFor, cacheName, keepShell, type ShellCaches } from './shell-cache.ts'

const FILES = ['/assets/index-1.js', '/icon.svg']
const ORIGIN = 'http://desk'

function setUp(answer: (path: string) => Response | Promise<Response>) {
  const kept = new Map<string, Response>()
  const fetch = vi.fn(async (request: Request | string) =>
    answer(typeof request === 'string' ? request : new URL(request.url).pathname),
  )
  const shell: ShellCaches = {
    caches: {
      open: async () => ({ put: async (path: string, response: Response) => void kept.set(path, response) }) as never,
      match: async (path) => kept.get(String(path))?.clone(),
    },
    fetch,
    files: FILES,
  }
  const ask = (path: string, mode = 'same-origin', method = 'GET') =>
    answerFor({ url: ORIGIN + path, mode, method } as Request, shell)
  return { kept, fetch, shell, ask }
}
const refused = () => Promise.reject(new TypeError('refused'))

it('caches the page and all of its files, or nothing', async () => {
  const good = setUp((path) => new Response(path))
  await keepShell(good.shell)
  expect([...good.kept.keys()]).toEqual(['/', ...FILES])

  const bad = setUp((path) => new Response(path, { status: path === '/icon.svg' ? 404 : 200 }))
  await expect(keepShell(bad.shell)).rejects.toThrow('/icon.svg')
  expect(bad.kept.size).toBe(0)
})

it('names its cache by the build', () => {
  expect(cacheName(FILES)).toBe(cacheName([...FILES]))
  expect(cacheName(FILES)).not.toBe(cacheName(['/assets/index-2.js', '/icon.svg']))
})

describe('a request', () => {
  it.each(['/api/config', '/v1/weather', '/fast-lightning/strikes', '/basemap/3/1/2.mvt', '/healthz'])(
    'for %s is ignored',
    (path) => {
      const { ask } = setUp(refused)
      expect(ask(path)).toBeNull()
      expect(ask(path, 'navigate')).toBeNull()
    },
  )

  it('that changes data is ignored too', () => {
    expect(setUp(refused).ask('/', 'navigate', 'POST')).toBeNull()
  })

  it('for the page is served by the server if reachable', async () => {
    const { ask, kept } = setUp(() => new Response('new'))
    kept.set('/', new Response('old'))
    expect(await (await ask('/', 'navigate'))?.text()).toBe('new')
  })

  it.each([
    ['refused', refused],
    ['ill', () => new Response('', { status: 502 })],
  ])('for the page is served from the cache when the server is %s', async (_, answer) => {
    const { ask, kept } = setUp(answer)
    kept.set('/', new Response('kept'))
    expect(await (await ask('/', 'navigate'))?.text()).toBe('kept')
  })

  it('for the page uses the browser’s preloaded response', async () => {
    const { fetch, shell } = setUp(() => new Response('asked'))
    const request = { url: `${ORIGIN}/`, mode: 'navigate', method: 'GET' } as Request
    const early = answerFor(request, shell, Promise.resolve(new Response('early')))
    expect(await (await early)?.text()).toBe('early')
    expect(fetch).not.toHaveBeenCalled()
    expect(await (await answerFor(request, shell, Promise.resolve(undefined)))?.text()).toBe('asked')
  })

  it('for a file of the page is served from the cache if present', async () => {
    const { ask, kept, fetch } = setUp((path) => new Response(`server ${path}`))
    kept.set('/assets/index-1.js', new Response('kept'))
    expect(await (await ask('/assets/index-1.js'))?.text()).toBe('kept')
    expect(fetch).not.toHaveBeenCalled()
    expect(await (await ask('/assets/index-2.js'))?.text()).toBe('server /assets/index-2.js')
  })
})
