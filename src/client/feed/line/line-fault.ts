import { CLOSE_TOO_MANY_SOCKETS, CLOSE_UNAUTHORISED } from '../../../contract/close-codes.ts'

/** Why a socket was lost, for programs; the words for people stand beside it. */
export type LineFault =
  | 'credential-refused' // 4001, or 401 or 403 to the handshake
  | 'sockets-taken' // 4009
  | 'network' // no connection: name, address, route, certificate
  | 'no-answer' // nothing within the time allowed
  | 'http-status' // the handshake was answered with an HTTP status that is no upgrade
  | 'silent' // open, and nothing came any more
  | 'closed' // the other end closed an open socket
  | 'no-token' // the token for the address could not be fetched

const HANDSHAKE_ANSWERED = /^the handshake was answered with \d+$/

/** The close reason that an environment gives for a handshake that was answered with `status`. */
export function handshakeAnswered(status: number): string {
  return `the handshake was answered with ${status}`
}

/** Classifies a close by its code and reason; `opened` says whether the socket had been open. */
export function faultOfClose(opened: boolean, code: number, reason: string): LineFault {
  if (code === CLOSE_UNAUTHORISED) return 'credential-refused'
  if (code === CLOSE_TOO_MANY_SOCKETS) return 'sockets-taken'
  if (opened) return 'closed'
  return HANDSHAKE_ANSWERED.test(reason) ? 'http-status' : 'network'
}
