/** What the page may reach beyond its own origin. */
export interface PageReach {
  /** Origins of sockets and requests: an upstream that pages talk to themselves, another basemap. */
  connect: string[]
  images: string[]
  /** Origins whose pages may show it in a frame. */
  frames: readonly string[]
}

/** The policy of the page: nothing inline, nothing evaluated, nothing from a third party that is not configured. */
export function contentSecurityPolicy(host: string | null, reach: PageReach): string {
  const own = host && isHost(host) ? [`ws://${host}`, `wss://${host}`] : []
  return [
    `default-src 'none'`,
    `script-src 'self'`,
    `worker-src 'self'`,
    `style-src 'self'`,
    `img-src ${["'self'", 'data:', 'blob:', ...reach.images].join(' ')}`,
    `font-src 'self'`,
    // Not every browser counts a socket to the same host as 'self'.
    `connect-src ${["'self'", ...own, ...reach.connect].join(' ')}`,
    `manifest-src 'self'`,
    `base-uri 'none'`,
    `form-action 'none'`,
    `frame-ancestors ${["'self'", ...reach.frames].join(' ')}`,
    // Text becomes a script or markup by two policies alone: the page's own workers, and markup that is read as text.
    `require-trusted-types-for 'script'`,
    `trusted-types default text`,
  ].join('; ')
}

/** On every answer. */
export const COMMON_HEADERS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  // No page of elsewhere has one of our answers in its own process. The script that shows the map there is the one exception.
  'cross-origin-resource-policy': 'same-origin',
}
/** For pages of `EMBED_ORIGINS`. */
export const EMBED_SCRIPT = '/embed.js'

/** Of a report to print: it has no script and no style of its own, and pictures alone that are in it. */
export const REPORT_POLICY =
  "default-src 'none'; img-src data:; frame-ancestors 'self'; base-uri 'none'; form-action 'none'"

/** On every answer over TLS: a year of TLS alone. Other names under this one are not ours to bind. */
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
 * True for a host with an optional port, as a Host header carries it, that an address can be made of: of other letters
 * one could break out of a header, and `999.0.0.1` or a port of 99999 are no address.
 */
export function isHost(text: string): boolean {
  return /^([a-z0-9._-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/i.test(text) && URL.parse(`http://${text}`) !== null
}
