/**
 * Path and query of a request target, the only parts that the server reads: `/path?query`, or the part after the host
 * of a proxy's absolute form (`http://any.host/path`). Two leading slashes are part of the path, not a host: every
 * check must see the path that is served. Null for other targets (`*`, `host:port`).
 */
export function requestUrl(target: string | undefined): URL | null {
  if (!target) return null
  if (target.startsWith('/')) return URL.parse(`http://local${target}`)
  return /^https?:\/\//i.test(target) ? URL.parse(target) : null
}
