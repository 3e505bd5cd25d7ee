import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'

/** A file of the built page, held in memory: a build that replaces it on disk does not disturb the running server. */
export interface StaticFile {
  type: string
  cacheControl: string
  etag: string
  body: Uint8Array<ArrayBuffer>
  /** Precompressed by the build; null if compression does not pay. */
  br: Uint8Array<ArrayBuffer> | null
  gzip: Uint8Array<ArrayBuffer> | null
}

/** Files by URL path. Only these are served, so no path can escape the folder. */
export type StaticFiles = ReadonlyMap<string, StaticFile>

/** Folder of files with a hash in their names. */
export const HASHED_PREFIX = '/assets/'

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.ttf': 'font/ttf',
  '.pbf': 'application/x-protobuf',
  '.wasm': 'application/wasm',
}

/** Reads a built page; empty without the folder. Hidden files (build notes) are skipped. */
export function loadStaticFiles(dir: string): StaticFiles {
  const files = new Map<string, StaticFile>()
  if (!existsSync(dir)) return files
  for (const path of walk(dir)) {
    const variant = /\.(br|gz)$/.exec(path)
    if (variant && isFile(path.slice(0, -variant[0].length))) continue
    const urlPath = `/${relative(dir, path).split(sep).join('/')}`
    const body = readFileSync(path)
    files.set(urlPath, {
      type: TYPES[extname(path).toLowerCase()] ?? 'application/octet-stream',
      cacheControl: cacheControlOf(urlPath),
      etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
      body,
      br: isFile(`${path}.br`) ? readFileSync(`${path}.br`) : null,
      gzip: isFile(`${path}.gz`) ? readFileSync(`${path}.gz`) : null,
    })
  }
  return files
}

function cacheControlOf(urlPath: string): string {
  if (urlPath.startsWith(HASHED_PREFIX)) return 'public, max-age=31536000, immutable'
  return urlPath === '/index.html' ? 'no-cache' : 'public, max-age=3600'
}

function walk(dir: string): string[] {
  return readdirSync(dir, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name.startsWith('.')) return []
    const path = join(dir, entry.name)
    return entry.isDirectory() ? walk(path) : [path]
  })
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false
}

/** Response to a GET of `file`: the smallest accepted encoding, with its cache lifetime. */
export function respondWithFile(file: StaticFile, request: Headers): Response {
  const headers = new Headers({
    'content-type': file.type,
    'cache-control': file.cacheControl,
    etag: file.etag,
  })
  if (file.br || file.gzip) headers.set('vary', 'accept-encoding')
  if (matchesEtag(request.get('if-none-match'), file.etag)) return new Response(null, { status: 304, headers })

  const accepted = request.get('accept-encoding')
  let body = file.body
  if (file.br && accepts(accepted, 'br')) {
    headers.set('content-encoding', 'br')
    body = file.br
  } else if (file.gzip && accepts(accepted, 'gzip')) {
    headers.set('content-encoding', 'gzip')
    body = file.gzip
  }
  headers.set('content-length', String(body.byteLength))
  return new Response(body, { headers })
}

function matchesEtag(header: string | null, etag: string): boolean {
  // A proxy that compresses weakens the ETag; the content is the same.
  return header?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag || tag.trim() === '*') ?? false
}

/** True where an `Accept-Encoding` takes `coding`; `q=0` refuses it. */
export function accepts(header: string | null | undefined, coding: string): boolean {
  for (const part of header?.split(',') ?? []) {
    const [name, ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase())
    if (name !== coding) continue
    const q = parameters.find((parameter) => parameter.startsWith('q='))
    return !q || Number(q.slice(2)) > 0
  }
  return false
}
