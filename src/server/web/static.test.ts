import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPageRoutes } from '../http/page.ts'
import { accepts, loadStaticFiles } from './static.ts'

const SCRIPT = 'console.log("a page")\n'.repeat(100)
const PICTURE = '<link rel="preload" as="image" href="/assets/land-1a2b.svg">'
const INDEX = `<head>${PICTURE}<script src="/assets/app-1a2b.js"></script></head>`
const CONFIG = { version: '1</script>' }
const REACH = { connect: [], images: [], frames: [] }

let dir: string
let app: ReturnType<typeof createPageRoutes>

beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'brontide-page-'))
  write('secret.txt', 'outside')
  write('page/index.html', INDEX)
  write('page/index.html.br', brotliCompressSync(INDEX))
  write('page/assets/app-1a2b.js', SCRIPT)
  write('page/assets/app-1a2b.js.br', brotliCompressSync(SCRIPT))
  write('page/assets/app-1a2b.js.gz', gzipSync(SCRIPT))
  write('page/assets/alone.gz', 'an archive of its own')
  write('page/favicon.svg', '<svg/>')
  write('page/.vite/manifest.json', '{}')
  app = createPageRoutes({ files: loadStaticFiles(join(dir, 'page')), reach: () => REACH, config: async () => CONFIG })
})
afterAll(() => rmSync(dir, { recursive: true }))

function write(path: string, content: string | Uint8Array) {
  mkdirSync(dirname(join(dir, path)), { recursive: true })
  writeFileSync(join(dir, path), content)
}

const get = (path: string, headers: Record<string, string> = {}) =>
  app.request(path, { headers: { host: 'map.example.com', ...headers } })

describe('hashed files', () => {
  it('are cached by the browser permanently', async () => {
    const response = await get('/assets/app-1a2b.js')
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(await response.text()).toBe(SCRIPT)
  })

  it('are sent as brotli if supported, then as gzip, with a Vary header', async () => {
    const br = await get('/assets/app-1a2b.js', { 'accept-encoding': 'gzip, deflate, br' })
    expect([br.headers.get('content-encoding'), br.headers.get('vary')]).toEqual(['br', 'accept-encoding'])
    expect(brotliDecompressSync(await br.arrayBuffer()).toString()).toBe(SCRIPT)

    const gzip = await get('/assets/app-1a2b.js', { 'accept-encoding': 'gzip, br;q=0' })
    expect(gzip.headers.get('content-encoding')).toBe('gzip')
    expect(Number(gzip.headers.get('content-length'))).toBe((await gzip.arrayBuffer()).byteLength)

    const plain = await get('/assets/app-1a2b.js')
    expect([plain.headers.get('content-encoding'), plain.headers.get('vary')]).toEqual([null, 'accept-encoding'])
  })

  it('are not sent again to clients that have them', async () => {
    const etag = (await get('/assets/app-1a2b.js')).headers.get('etag')!
    for (const known of [etag, `W/${etag}`, `"x", ${etag}`]) {
      expect((await get('/assets/app-1a2b.js', { 'if-none-match': known })).status).toBe(304)
    }
    expect((await get('/assets/app-1a2b.js', { 'if-none-match': '"x"' })).status).toBe(200)
  })
})

it('serves a compressed file without an uncompressed form unchanged', async () => {
  expect((await get('/assets/alone.gz')).headers.get('content-type')).toBe('application/octet-stream')
})

it('makes a file without a hash cacheable for an hour', async () => {
  const response = await get('/favicon.svg')
  expect(response.headers.get('cache-control')).toBe('public, max-age=3600')
  expect(response.headers.get('content-type')).toBe('image/svg+xml')
})

describe('the page itself', () => {
  it('is requested each time, with a policy that blocks other origins', async () => {
    for (const path of ['/', '/index.html', '/?layers=lightning']) {
      const response = await get(path)
      expect(await response.text()).toBe(INDEX)
      expect(response.headers.get('cache-control')).toBe('no-cache')
      const policy = response.headers.get('content-security-policy')
      expect(policy).toContain("default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self' 'sha256-")
      expect(policy).toContain("connect-src 'self' ws://map.example.com wss://map.example.com;")
      expect(policy).toContain("; require-trusted-types-for 'script'; trusted-types default text")
      expect(policy).not.toContain('unsafe')
    }
  })

  it('holds the configuration of this moment where it is opened, and not where it is fetched', async () => {
    const opened = await get('/', { 'sec-fetch-mode': 'navigate', 'accept-encoding': 'br', 'if-none-match': '*' })
    expect(opened.status).toBe(200)
    expect([opened.headers.get('cache-control'), opened.headers.get('etag')]).toEqual(['no-store', null])
    expect(opened.headers.get('content-security-policy')).toContain("script-src 'self'")
    expect(opened.headers.get('content-security-policy')).toContain("frame-ancestors 'self';")
    const [, json] = /id="config">(.*)<\/script><\/head>$/.exec(await opened.text()) ?? []
    expect(json).not.toContain('</script>')
    expect(JSON.parse(json ?? '')).toEqual(CONFIG)
    expect(await (await get('/', { 'sec-fetch-mode': 'cors' })).text()).toBe(INDEX)
  })

  it('requests the picture of the land first on a desk, and not on a wall, which shows none', async () => {
    const opened = async (path: string) => (await get(path, { 'sec-fetch-mode': 'navigate' })).text()
    expect(await opened('/?lang=zh')).toContain(PICTURE)
    expect(await opened('/?lang=zh&kiosk')).not.toContain('land-1a2b')
  })

  it('may be framed by the configured origins', async () => {
    const reach = { ...REACH, frames: ['https://portal.example.com', 'http://wiki.example.com:8080'] }
    const framed = createPageRoutes({
      files: loadStaticFiles(join(dir, 'page')),
      reach: () => reach,
      config: async () => CONFIG,
    })
    const policy = (await framed.request('/')).headers.get('content-security-policy')
    expect(policy).toContain("; frame-ancestors 'self' https://portal.example.com http://wiki.example.com:8080;")
  })

  it('keeps a forged host out of its policy', async () => {
    const policy = (await get('/', { host: "x; script-src 'unsafe-inline'" })).headers.get('content-security-policy')
    expect(policy).toContain("connect-src 'self';")
    expect(policy).not.toContain('unsafe')
  })

  it('reports how to build it if missing', async () => {
    const empty = createPageRoutes({
      files: loadStaticFiles(join(dir, 'absent')),
      reach: () => REACH,
      config: async () => CONFIG,
    })
    const response = await empty.request('/')
    expect(response.status).toBe(503)
    expect(await response.text()).toContain('npm start')
  })
})

it.each([
  '/../secret.txt',
  '/assets/../../secret.txt',
  '/%2e%2e/secret.txt',
  '/..%2fsecret.txt',
  '/assets/..%5c..%5csecret.txt',
  '//secret.txt',
  '/.vite/manifest.json',
  '/index.html.br',
  '/assets/app-1a2b.js.br',
  '/assets/',
  '/assets',
  '/airport/ZSPD',
])('has nothing at %s', async (path) => {
  expect((await get(path)).status).toBe(404)
})

it('reads Accept-Encoding as it is written', () => {
  expect(accepts('gzip, br', 'br')).toBe(true)
  expect(accepts('GZIP;q=0.5', 'gzip')).toBe(true)
  expect(accepts('br;q=0, gzip', 'br')).toBe(false)
  expect(accepts('brotli', 'br')).toBe(false)
  expect(accepts(null, 'br')).toBe(false)
})
