import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import type { Alarm } from '../../contract/watch/alarms.ts'

/** Takes webhooks on a port of this machine. */
export async function startWebhookReceiver() {
  const took: Alarm[] = []
  const heard: (() => void)[] = []
  const server = createServer(async (request, response) => {
    took.push((await json(request)) as Alarm)
    response.writeHead(204).end()
    for (const hear of heard.splice(0)) hear()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    /** In the order in which they came. */
    took,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    /** Resolves once `test` says so; looked at with each that comes. */
    async until(test: () => boolean): Promise<void> {
      while (!test()) await new Promise<void>((resolve) => heard.push(resolve))
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
