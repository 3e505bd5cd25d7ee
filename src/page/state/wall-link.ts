/** In the hash, which no server and no log on the way sees: after where the map looks, or alone. */
const CODE = /[#&]wall=([^&]*)/

/** The address of a view as a wall opens it for the first time, by the code that lets it in. */
export function wallLink(href: string, code: string): string {
  const url = new URL(href)
  const asItIs = url.search
    .slice(1)
    .split('&')
    .filter((each) => each && !/^(kiosk|t)(=|$)/.test(each))
  url.search = ['kiosk=1', ...asItIs].join('&')
  url.hash = [url.hash.slice(1), `wall=${code}`].filter(Boolean).join('&')
  return url.href
}

/** The code of such an address, and its hash without it; null where there is none. */
export function readWallLink(hash: string): { code: string; hash: string } | null {
  const found = CODE.exec(hash)
  return found?.[1] ? { code: found[1], hash: hash.replace(found[0], '') } : null
}
