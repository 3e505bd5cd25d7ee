/** WebSocket close codes of DL §3 and §7. */
export const CLOSE_UNAUTHORISED = 4001
export const CLOSE_MAX_AGE = 4008
export const CLOSE_TOO_MANY_SOCKETS = 4009
/** RFC 6455: the server restarts, or another one takes over. Our servers close a few viewers at a time. */
export const CLOSE_RESTART = 1012

export type AfterClose = 'renew-token' | 'reconnect' | 'wait-for-slot' | 'back-off'

/** Reconnection policy after a socket was closed with `code`. DL §7: clients choose according to the code. */
export function afterClose(code: number): AfterClose {
  switch (code) {
    case CLOSE_UNAUTHORISED:
      return 'renew-token'
    case CLOSE_MAX_AGE: // the 24-hour limit: expected, so no penalty delay
    case CLOSE_RESTART: // another server may have capacity already; the server spreads reconnections
      return 'reconnect'
    case CLOSE_TOO_MANY_SOCKETS:
      return 'wait-for-slot'
    default:
      return 'back-off'
  }
}
