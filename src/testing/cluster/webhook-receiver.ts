import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import type { Alarm } from '../../contract/watch/alarms.ts'
import { listenOnLoopback } from './listen.ts'

/** Takes webhooks on a port of this machine. */
export async function startWebhookReceiver() {
  const took: Alarm[] = []
  const server = createServer(async (request, response) => {
    took.push((await json(request)) as Alarm)
    response.writeHead(204).end()
  })
  const url = `http://127.0.0.1:${await listenOnLoopback(server)}/`
  return {
    /** In the order in which they came. */
    took,
    /** The channels file of a Brontide that sends here. */
    channels: JSON.stringify([
      { id: 'hook', kind: 'webhook', url, secret: 'a secret of the hook', allowPrivate: true },
    ]),
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
