import type { Duplex } from 'node:stream'

const WHY = {
  '404 Not Found': 'no WebSocket endpoint at this path: see /api/asyncapi.json',
  '403 Forbidden': 'cross-site request, or unexpected Host',
  '429 Too Many Requests': 'too many new connections from this address: try again in a few seconds',
  '503 Service Unavailable': 'this server is temporarily unavailable: try again',
} as const

const LINGERS_MS = 500

export function refuseUpgrade(socket: Duplex, status: keyof typeof WHY = '404 Not Found'): void {
  endWith(socket, lastAnswer(status, WHY[status]))
}

/**
 * Ends a connection with a final response. The client has a moment to read it and close; a half-closed HTTP socket
 * would live as long as its client keeps its side open.
 */
export function endWith(socket: Duplex, answer: string): void {
  socket.on('error', () => socket.destroy())
  const giveUp = setTimeout(() => socket.destroy(), LINGERS_MS)
  socket.once('close', () => clearTimeout(giveUp))
  // Discards further input: closing with unread bytes would reset the connection and could lose the response.
  socket.end(answer, () => socket.resume())
}

/** A response that closes the connection. */
export function lastAnswer(status: string, detail: string): string {
  const body = JSON.stringify({ detail })
  const head = `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`
  return `${head}\r\n\r\n${body}`
}
