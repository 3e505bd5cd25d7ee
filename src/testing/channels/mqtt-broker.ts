import { once } from 'node:events'
import type { AddressInfo, Server, Socket } from 'node:net'
import { createServer } from 'node:tls'
import { Aedes } from 'aedes'
import { CERTIFICATE, KEY } from './certificate.ts'

/** A broker of this process, encrypted; it knows one name. */
export async function startAedes(port = 0) {
  const broker = await Aedes.createBroker()
  broker.authenticate = (_, user, password, done) => {
    const isKnown = user === undefined || (user === 'brontide' && String(password) === 'of the broker')
    done(isKnown ? null : Object.assign(new Error('nobody'), { returnCode: 5 }), isKnown)
  }
  const server = createServer({ key: KEY, cert: CERTIFICATE }, broker.handle)
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => sockets.add(socket))
  const stop = async () => {
    if (!server.listening) return
    server.close()
    broker.close()
    for (const socket of sockets) socket.destroy()
    await once(server, 'close')
  }
  return { port: await listens(server, port), stop }
}

/** The port of a listening server. */
export async function listens(server: Server, port: number): Promise<number> {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}
