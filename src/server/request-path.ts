/**
 * The path and query of a request's target, of which the server reads nothing else: `/path?query`, or for a proxy's
 * absolute form (`http://any.host/path`) what follows the host. Two slashes at the beginning are a path as well, not a
 * host: every check of a path has to see the path that is served. Null for what is no target of ours (`*`, `host:port`).
 */
export function requestUrl(target: string | undefined): URL | null {
  if (!target) return null
  if (target.startsWith('/')) return URL.parse(`http://local${target}`)
  return /^https?:\/\//i.test(target) ? URL.parse(target) : null
}
