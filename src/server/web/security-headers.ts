import { createHash } from 'node:crypto'

/** Of a printable report: on a narrow screen its picture shrinks, and wide tables scroll in themselves. */
export const REPORT_STYLE =
  'body{font:15px/1.5 system-ui,sans-serif}table{border:0;border-collapse:collapse}td,th{padding:2px 8px;text-align:left}@media screen{svg{max-width:100%;height:auto}table{display:block;overflow-x:auto}}'
const REPORT_STYLE_HASH = `'sha256-${createHash('sha256').update(REPORT_STYLE).digest('base64')}'`

export interface PageReach {
  /** Origins of sockets and requests: a direct upstream, another base map. */
  connect: string[]
  images: string[]
  /** Origins allowed to embed the page. */
  frames: readonly string[]
}

/** Content security policy of the page: no inline or evaluated code, no third party unless configured. */
export function contentSecurityPolicy(host: string | null, reach: PageReach): string {
  const own = host && isHost(host) ? [`ws://${host}`, `wss://${host}`] : []
  return [
    `default-src 'none'`,
    `script-src 'self'`,
    `worker-src 'self'`,
    // The page opens reports as blobs, which inherit this policy.
    `style-src 'self' ${REPORT_STYLE_HASH}`,
    `img-src ${["'self'", 'data:', 'blob:', ...reach.images].join(' ')}`,
    `font-src 'self'`,
    // Not every browser counts a socket to the same host as 'self'.
    `connect-src ${["'self'", ...own, ...reach.connect].join(' ')}`,
    // The preview of a wall.
    `frame-src 'self'`,
    `manifest-src 'self'`,
    `base-uri 'none'`,
    `form-action 'none'`,
    `frame-ancestors ${["'self'", ...reach.frames].join(' ')}`,
    // Trusted types: only the page's own workers and markup parsed as text.
    `require-trusted-types-for 'script'`,
    `trusted-types default text`,
  ].join('; ')
}

/** On every response. */
export const COMMON_HEADERS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  // Other origins cannot load our responses into their process. The embed script is the only exception.
  'cross-origin-resource-policy': 'same-origin',
}
/** For pages of `EMBED_ORIGINS`. */
export const EMBED_SCRIPT = '/embed.js'

/** For a printable report: no script, its own style, embedded images only. */
export const REPORT_POLICY = `default-src 'none'; style-src ${REPORT_STYLE_HASH}; img-src data:; frame-ancestors 'self'; base-uri 'none'; form-action 'none'`

/** On every response over TLS: HSTS for a year, without subdomains, which may belong to others. */
export const TLS_HEADERS: Readonly<Record<string, string>> = {
  'strict-transport-security': 'max-age=31536000',
}

/** On the page. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy':
    'camera=(), microphone=(), payment=(), usb=(), serial=(), geolocation=(self), fullscreen=(self), screen-wake-lock=(self)',
}

/**
 * True for a valid host with an optional port from a Host header: invalid ones could inject into a header, and
 * `999.0.0.1` or port 99999 are not addresses.
 */
export function isHost(text: string): boolean {
  return /^([a-z0-9._-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/i.test(text) && URL.parse(`http://${text}`) !== null
}
