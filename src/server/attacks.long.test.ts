import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { peakMemory, startServerProcess, temporaryRoot } from '../testing/server-process.ts'
import { NEWCOMERS_MAX } from './http/newcomers.ts'

/** As many as a system keeps waiting until they are accepted. */
const AT_ONCE = 100

it('keeps no more than a thousand connections of one address that ask for nothing', async () => {
  const root = temporaryRoot()
  const server = startServerProcess(root, { SIMULATOR_RATE: '0' })
  const sockets: Socket[] = []
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    server.kill('SIGKILL')
    await server.ended
    rmSync(root, { recursive: true, force: true })
  })
  const { port } = new URL(await server.ready)
  let open = 0
  while (sockets.length < 3_000) {
    const wave = Array.from({ length: AT_ONCE }, () => connect(Number(port), '127.0.0.1'))
    for (const socket of wave) socket.on('error', () => {}).on('close', () => open--) // an end may come as a reset
    open += wave.length
    sockets.push(...wave)
    await Promise.all(wave.map((socket) => once(socket, 'connect')))
  }
  await expect.poll(() => open, { timeout: 60_000 }).toBe(NEWCOMERS_MAX)
  process.stdout.write(`3,000 idle connections: ${Math.round(peakMemory(server.pid) / 2 ** 20)} MiB at most\n`)
})
