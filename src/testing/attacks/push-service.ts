import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { CERTIFICATE, KEY } from '../channels/certificate.ts'

/** A push service that accepts each message at once. */
export async function startPushService() {
  let taken = 0
  const server = createServer({ key: KEY, cert: CERTIFICATE }, (question, answer) => {
    question.on('error', () => {}).resume()
    taken++
    answer.writeHead(201).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    endpoint: `https://127.0.0.1:${(server.address() as AddressInfo).port}/witness`,
    taken: () => taken,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
