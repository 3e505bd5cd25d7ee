import { isContractCredential, readCredential } from '../contract/accounts/credentials.ts'
import { isHost } from '../web/security-headers.ts'

type ReadHeader = (name: string) => string | null | undefined

/**
 * Our origin as seen by the client, or why the request is refused. A browser always sends the origin of a POST; a
 * request without one comes from no browser, so it cannot be cross-site.
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
  // The browser's scheme: behind a proxy that terminates TLS our own connection is plain HTTP.
  return { url: origin.origin }
}

/**
 * True for the upgrade request of a page of another origin: a stolen token must not be usable from there. Requests with
 * a key or token in a header are allowed: pages cannot set it, and some non-browser clients send an Origin.
 */
export function isUpgradeFromElsewhere(header: ReadHeader): boolean {
  const bearer = readCredential(header('authorization') ?? undefined, null)
  if (bearer && isContractCredential(bearer)) return false
  const from = header('origin')
  // Browsers disagree on Sec-Fetch-Site for a `ws:` address from an `http:` page; Origin is unambiguous.
  if (from) return !originOf(from, header('host') ?? '')
  const site = header('sec-fetch-site')
  return Boolean(site) && site !== 'same-origin'
}

/** The URL of origin `text` if its host is `host`. */
function originOf(text: string, host: string): URL | null {
  const origin = URL.parse(text)
  // Browsers send no user name or path in an origin.
  const isOrigin = origin && /^https?:$/.test(origin.protocol) && `${origin.origin}/` === origin.href
  return isOrigin && isHost(host) && sameHost(origin, host) ? origin : null
}

function sameHost(origin: URL, host: string): boolean {
  // Read through the same parser, so that letter case and the scheme's own port make no difference.
  return URL.parse(`${origin.protocol}//${host}`)?.host === origin.host
}
