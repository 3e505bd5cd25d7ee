/** In the hash, after the map position or alone. */
const CODE = /[#&]wall=([^&]*)/

/** The code in the URL for the first opening of a wall, and its hash without the code; null if there is none. */
export function readWallLink(hash: string): { code: string; hash: string } | null {
  const found = CODE.exec(hash)
  return found?.[1] ? { code: found[1], hash: hash.replace(found[0], '') } : null
}
