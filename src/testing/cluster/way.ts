import { connect, createServer, type Socket } from 'node:net'
import { listenOnLoopback } from './listen.ts'

export type Way = Awaited<ReturnType<typeof openWay>>

/** A way over TCP from a new port to `port` that can be cut as a network is: both ends receive nothing, neither data nor an end. */
export async function openWay(port: number) {
  const pairs = new Set<{ from: Socket; to: Socket; end(): void }>()
  const held = new Set<Socket>()
  let isCut = false

  function pass(from: Socket): void {
    const to = connect(port, '127.0.0.1')
    const end = () => {
      if (isCut || !pairs.delete(pair)) return
      from.destroy()
      to.destroy()
    }
    const pair = { from, to, end }
    pairs.add(pair)
    from.pipe(to).pipe(from)
    for (const socket of [from, to]) socket.on('error', end).on('close', end)
  }

  const server = createServer((from) => {
    from.on('error', () => {})
    if (!isCut) return pass(from)
    held.add(from)
    from.pause()
  })
  const own = await listenOnLoopback(server)

  return {
    port: own,
    /** Stops all data. New connections are accepted, and wait. */
    cut(): void {
      isCut = true
      for (const { from, to } of pairs) {
        from.unpipe(to).pause()
        to.unpipe(from).pause()
      }
    },
    /** Sends delayed data, as TCP does. */
    mend(): void {
      isCut = false
      for (const { from, to, end } of pairs) {
        if (from.closed || to.closed) end()
        else from.pipe(to).pipe(from)
      }
      for (const from of held) if (!from.closed) pass(from)
      held.clear()
    },
    async close() {
      for (const { from, to } of pairs) held.add(from).add(to)
      for (const socket of held) socket.destroy()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
