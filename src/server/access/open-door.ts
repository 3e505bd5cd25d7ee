import { isHost } from '../http/security-headers.ts'

type ReadHeader = (name: string) => string | null | undefined

/** What a proxy says of whom it speaks for. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip']

/**
 * Why a request is refused where anybody may see the map and only this machine reaches it; null where it is not.
 *
 * A page of another site can have its own name resolve to this machine (DNS rebinding) and would then be of the same
 * origin as ours, so only names that mean this machine are answered, and the one that `PUBLIC_ORIGIN` gives. A request
 * that a proxy passed on comes from elsewhere: whether those may see the map somebody must have said.
 */
export function createOpenDoor(deps: { publicOrigin: string | null; isAssumed: boolean }): {
  refusalOf(header: ReadHeader): string | null
} {
  const own = deps.publicOrigin === null ? null : new URL(deps.publicOrigin)
  return {
    refusalOf(header) {
      const host = header('host') ?? ''
      if (!isHost(host) || !(isOfThisMachine(host) || isHostOf(own, host))) {
        return 'Host must be localhost or 127.0.0.1; to serve another name set PUBLIC_ORIGIN'
      }
      if (deps.isAssumed && FORWARDED.some((name) => header(name))) {
        return 'the request came through a proxy and ACCESS is not set: set ACCESS to password, oidc, or open (no sign-in)'
      }
      return null
    },
  }
}

/** True for a `Host` that means this machine and no other. */
export function isOfThisMachine(host: string): boolean {
  const hostname = URL.parse(`http://${host}`)?.hostname ?? ''
  return /^(localhost|[\w-]+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname)
}

/** True for a `Host` that is the one of `own`. The port that goes without saying is left out, as it is of an origin. */
export function isHostOf(own: URL | null, host: string): boolean {
  return own !== null && URL.parse(`${own.protocol}//${host}`)?.host === own.host
}
