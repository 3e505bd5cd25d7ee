import { createServer, type Socket } from 'node:net'
import { API_PATHS } from '../../contract/api-paths.ts'
import { pushBrowser } from '../channels/push-service.ts'
import { type Attack, createHeld, goOn, inWaves } from './held.ts'
import { ask, elsewhere, open, type Target } from './target.ts'

/** Attacks by signed-in users. */

/** Streams of alarms of one name, from several addresses. */
export const namedStreams: Attack = async (target, size) => {
  const held = createHeld()
  await inWaves(size, async (i) => {
    const answer = await open(elsewhere(target, i), `${API_PATHS.alarms}/stream`)
    held.count(answer.statusCode ?? 0)
    held.keep(() => void answer.destroy())
  })
  return held
}

/** A user without a role adds walls repeatedly, and removes those of others. */
export const walls: Attack = async (target, size) => {
  const held = createHeld()
  const one = async (i: number) => {
    const { text } = await ask(target, API_PATHS.walls)
    const [wall] = (JSON.parse(text) as { walls: { id: string }[] }).walls
    if (wall && i % 2 === 0) return (await ask(target, `${API_PATHS.walls}/${wall.id}`, { method: 'DELETE' })).status
    const body = JSON.stringify({ name: `Wall ${i}` })
    return (await ask(target, API_PATHS.walls, { method: 'POST', body })).status
  }
  await inWaves(size, async (i) => held.count(await one(-1 - i)))
  goOn(held, one)
  return held
}

/** Registers browsers whose push services accept connections and never respond. */
export const silentPushes: Attack = async (target, size) => {
  const held = createHeld()
  const sockets = new Set<Socket>()
  const service = createServer((socket) => {
    sockets.add(socket)
    held.count('asked')
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
  })
  held.keep(() => {
    service.close()
    for (const socket of sockets) socket.destroy()
  })
  const port = await new Promise<number>((resolve) => {
    service.listen(0, '127.0.0.1', () => resolve((service.address() as { port: number }).port))
  })
  await inWaves(size, async (i) => {
    held.count(await subscribe(target, `https://127.0.0.1:${port}/${i}`))
  })
  return held
}

/** Subscribes an endpoint to alarms; returns the status. */
export async function subscribe(target: Target, endpoint: string): Promise<number> {
  const [p256dh, auth] = Object.values(pushBrowser().keys).map((key) => Buffer.from(key).toString('base64url'))
  const body = JSON.stringify({ endpoint, keys: { p256dh, auth }, lang: 'en' })
  return (await ask(target, API_PATHS.push, { method: 'POST', body })).status
}
