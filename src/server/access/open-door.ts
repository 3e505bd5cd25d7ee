import { isHost } from '../web/security-headers.ts'

type ReadHeader = (name: string) => string | null | undefined

/** Headers by which a proxy identifies itself. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip']

/**
 * Why a request is refused while ACCESS is not set and only this machine can connect; null if it is allowed.
 *
 * A page of another site can resolve its own name to this machine (DNS rebinding) and would then share our origin, so
 * only host names of this machine and the one of `PUBLIC_ORIGIN` are served. A request forwarded by a proxy comes from
 * another machine: that requires ACCESS.
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

/** True for a `Host` that names this machine. */
export function isOfThisMachine(host: string): boolean {
  const hostname = URL.parse(`http://${host}`)?.hostname ?? ''
  return /^(localhost|[\w-]+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname)
}

/** Whether `Host` equals `own`. The default port is omitted, as in an origin. */
export function isHostOf(own: URL | null, host: string): boolean {
  return own !== null && URL.parse(`${own.protocol}//${host}`)?.host === own.host
}
