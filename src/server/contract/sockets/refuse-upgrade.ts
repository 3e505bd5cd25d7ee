import type { Duplex } from 'node:stream'

/** Why an upgrade is refused: no socket path is there, it comes from a page of elsewhere, or it is one too many. */
const WHY = {
  '404 Not Found': 'there is no WebSocket at this path: /api/asyncapi.json says which there are',
  '403 Forbidden': 'this is not for pages of another site, or not by this name',
  '429 Too Many Requests': 'too many connections are opened from this address: try again in a few seconds',
  '503 Service Unavailable': 'this process can not serve you now: try again',
} as const

/** Ends an upgrade without one. */
export function refuseUpgrade(socket: Duplex, status: keyof typeof WHY = '404 Not Found'): void {
  socket.on('error', () => socket.destroy())
  socket.end(lastAnswer(status, WHY[status]))
}

/** An answer after which the connection ends. */
export function lastAnswer(status: string, detail: string): string {
  const body = JSON.stringify({ detail })
  const head = `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`
  return `${head}\r\n\r\n${body}`
}
