import { isContractCredential, readCredential } from '../contract/accounts/credentials.ts'
import { isHost } from '../http/security-headers.ts'

type ReadHeader = (name: string) => string | null | undefined

/**
 * Our origin as the one who asks sees it, or why the request is refused. A browser always says where a POST comes from;
 * what says nothing is no browser, and no other site can be behind it.
 */
export function ownOrigin(header: ReadHeader, secure: boolean): { url: string } | { refusal: string } {
  const site = header('sec-fetch-site')
  const from = header('origin')
  const host = header('host')
  if (!host || !isHost(host)) return { refusal: 'the request has no Host header' }
  if (site && site !== 'same-origin') {
    return { refusal: `only same-origin requests are allowed: Sec-Fetch-Site is ${site}` }
  }
  if (!from) return { url: `${secure ? 'https' : 'http'}://${host}` }
  const origin = originOf(from, host)
  if (!origin) {
    return { refusal: 'only same-origin requests are allowed: Origin and Host differ (a proxy must forward Host)' }
  }
  // The scheme is the browser's: behind a proxy that ends TLS our own side of the line is plain HTTP.
  return { url: origin.origin }
}

/**
 * True for the upgrade of a page of another origin: a token that got there must not open a line from there. What shows
 * a key or a token in a header is no page, since no page can; some clients that are none send an Origin all the same.
 */
export function isUpgradeFromElsewhere(header: ReadHeader): boolean {
  const bearer = readCredential(header('authorization') ?? undefined, null)
  if (bearer && isContractCredential(bearer)) return false
  const from = header('origin')
  // Browsers do not agree on what a `ws:` address is to an `http:` page; the origin leaves no doubt.
  if (from) return !originOf(from, header('host') ?? '')
  const site = header('sec-fetch-site')
  return Boolean(site) && site !== 'same-origin'
}

/** The origin `text` where it is that of `host`. */
function originOf(text: string, host: string): URL | null {
  const origin = URL.parse(text)
  // Browsers send no name or path in an origin.
  const isOrigin = origin && /^https?:$/.test(origin.protocol) && `${origin.origin}/` === origin.href
  return isOrigin && isHost(host) && sameHost(origin, host) ? origin : null
}

function sameHost(origin: URL, host: string): boolean {
  // Read through the same parser, so that letter case and the scheme's own port make no difference.
  return URL.parse(`${origin.protocol}//${host}`)?.host === origin.host
}
