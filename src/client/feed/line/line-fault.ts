import { CLOSE_TOO_MANY_SOCKETS, CLOSE_UNAUTHORISED } from '../../../contract/close-codes.ts'

/** Cause of a lost socket, for programs; a message for people accompanies it. */
export type LineFault =
  | 'credential-refused' // 4001, or 401 or 403 to the handshake
  | 'sockets-taken' // 4009
  | 'network' // no connection: name, address, route, certificate
  | 'no-answer' // timeout
  | 'http-status' // the handshake was refused with an HTTP status
  | 'subscription-refused' // an open socket answered the subscription with an error
  | 'silent' // open, but without messages
  | 'closed' // the server closed an open socket
  | 'no-token' // the token for the address could not be fetched

const HANDSHAKE_ANSWERED = /^the handshake was answered with \d+$/

/** Close reason of an environment for a handshake refused with `status`. */
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
