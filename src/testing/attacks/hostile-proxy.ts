import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { type RawData, WebSocket, WebSocketServer } from 'ws'
import { METAR_PATHS } from '../../contract/metar.ts'
import { reportRecord } from '../fakes/fake-source.ts'

const HOST = '127.0.0.1'
const BOMB_BYTES = 256 * 1024 * 1024
const REPORT_CHARS = 40_000
/** Texts that take report parsers longest. */
const FILLINGS = ['1 ', '=', 'RMK ', '//// ', 'TEMPO ', 'X']
/** A request to this path makes the proxy push an oversized report. */
export const LONG_REPORT_PATH = '/stand-in/long-report'

/**
 * A proxy between server and upstream: forwards everything except every second forecast, which becomes 256 MiB of
 * compressed zeros; and pushes reports of 40,000 characters on request.
 */
export async function startHostileProxy(upstreamPort: number) {
  const bomb = gzipSync(Buffer.alloc(BOMB_BYTES), { level: 1 })
  const lines = new Set<WebSocket>()
  const reportLines = new Set<WebSocket>()
  let asked = 0
  let bombs = 0
  let longReports = 0

  const server = createServer((question, answer) => {
    if (question.url === LONG_REPORT_PATH) return void answer.writeHead(pushLongReport() ? 200 : 503).end()
    if (!question.url?.includes('/forecast/') || asked++ % 2 > 0) return pass(question, answer)
    bombs++
    answer.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
    answer.end(bomb)
  })

  function pass({ url, headers }: IncomingMessage, answer: ServerResponse) {
    const onward = request({ port: upstreamPort, host: HOST, path: url, headers }, (from) => {
      answer.writeHead(from.statusCode ?? 502, from.headers)
      from.on('error', () => answer.destroy()).pipe(answer)
    })
    onward.on('error', () => answer.destroy()).end()
  }

  /** False where no line of reports is open. */
  function pushLongReport(): boolean {
    const raw = `METAR ZSPD 010800Z ${FILLINGS[longReports % FILLINGS.length]!.repeat(REPORT_CHARS)}`
    const record = reportRecord({ raw_metar: raw.slice(0, REPORT_CHARS), arrived_at: new Date().toISOString() })
    const text = JSON.stringify({ type: 'new_metar_arrived', data: [record] })
    for (const line of reportLines) {
      if (line.readyState !== WebSocket.OPEN) continue
      longReports++
      line.send(text)
    }
    return reportLines.size > 0
  }

  const sockets = new WebSocketServer({ noServer: true })
  server.on('upgrade', (question, socket, head) => {
    const { url = '/', headers } = question
    const authorization = headers.authorization ?? ''
    const onward = new WebSocket(`ws://${HOST}:${upstreamPort}${url}`, { headers: { authorization } })
    onward.on('error', () => socket.destroy())
    onward.once('open', () => {
      sockets.handleUpgrade(question, socket, head, (line) => {
        join(line, onward)
        lines.add(line)
        const isOfReports = [METAR_PATHS.rawSocket, METAR_PATHS.parsedSocket].some((path) => url.startsWith(path))
        if (isOfReports) reportLines.add(line)
        line.on('close', () => {
          lines.delete(line)
          reportLines.delete(line)
        })
      })
    })
  })

  await new Promise<void>((resolve) => server.listen(0, HOST, resolve))
  return {
    port: (server.address() as AddressInfo).port,
    bombsSent: () => bombs,
    longReportsSent: () => longReports,
    close: () =>
      new Promise<void>((resolve) => {
        for (const line of lines) line.terminate()
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Forwards messages in both directions until either side closes. */
function join(line: WebSocket, onward: WebSocket): void {
  for (const [from, to] of [
    [line, onward],
    [onward, line],
  ] as const) {
    from.on('message', (data: RawData, isBinary: boolean) => to.send(data, { binary: isBinary }, () => {}))
    from.on('error', () => {})
    from.on('close', () => to.terminate())
  }
}
