import { createServer } from 'node:http'
import { expect, it, onTestFinished } from 'vitest'
import { listenOnLoopback } from './listen.ts'
import { openRoundRobin } from './round-robin.ts'

/** A process that says whether it is ready. */
async function openTarget(name: string) {
  const state = { isReady: true }
  const looks = new Set<() => void>()
  const server = createServer((request, answer) => {
    const isLook = request.url === '/readyz'
    answer.writeHead(isLook && !state.isReady ? 503 : 200, { connection: 'close' }).end(name)
    if (isLook) for (const look of looks) look()
  })
  const port = await listenOnLoopback(server)
  onTestFinished(() => void server.close())
  /** After that many further probes. */
  const looked = (times: number) =>
    new Promise<void>((resolve) => {
      let left = times
      const look = () => {
        if (--left > 0) return
        looks.delete(look)
        resolve()
      }
      looks.add(look)
    })
  return { state, port, looked }
}

it('passes on to those that are ready, and to any that answers where none is', async () => {
  const targets = [await openTarget('a'), await openTarget('b')]
  const proxy = await openRoundRobin()
  onTestFinished(() => proxy.close())
  proxy.serve(targets.map(({ port }) => port))
  const ask = async () => (await fetch(`http://127.0.0.1:${proxy.port}/`, { headers: { connection: 'close' } })).text()
  const askFour = async () => [await ask(), await ask(), await ask(), await ask()].sort().join('')
  // A probe ends before the next one.
  const looked = () => Promise.all(targets.map((target) => target.looked(2)))
  expect(await askFour()).toBe('aabb')
  targets[0]!.state.isReady = false
  await looked()
  expect(await askFour()).toBe('bbbb')
  targets[1]!.state.isReady = false
  await looked()
  expect(await askFour()).toBe('aabb')
})
