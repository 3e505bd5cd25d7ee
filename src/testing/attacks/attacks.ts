import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { WebSocket } from 'ws'
import { LIGHTNING_PATHS } from '../../contract/lightning.ts'
import { METAR_PATHS } from '../../contract/metar.ts'
import { standardEndpoints } from '../../contract/standard.ts'
import { HOUR_MS } from '../../core/time/durations.ts'
import { heldOrMade } from '../../core/util/held-or-made.ts'
import { ask, mint, open, plainSocket, type Target, webSocket } from './target.ts'

/** How often an attack was answered in which way. */
export type Tally = Map<string, number>

/** What one attack holds, until it is stopped. */
export interface Held {
  tally: Tally
  /** Ends every connection. */
  stop(): void
}

/** Begins, and resolves once all of it is under way; `size` is how much of it. */
export type Attack = (target: Target, size: number) => Promise<Held>

/** As many as a system keeps waiting until they are accepted. */
const AT_ONCE = 100
/** What goes on and on is asked for in small portions. */
const PORTION_MS = 100
const PER_SECOND = 75
const HEADERS = 5_000

function createHeld() {
  const stops = new Set<() => void>()
  const tally: Tally = new Map()
  return {
    tally,
    count: (answer: string | number) => void tally.set(String(answer), heldOrMade(tally, String(answer), () => 0) + 1),
    keep: (stop: () => void) => void stops.add(stop),
    stop() {
      for (const stop of stops) stop()
    },
  }
}

/** In waves, each of which is over before the next one begins. */
async function inWaves(count: number, one: (i: number) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < count; from += AT_ONCE) {
    await Promise.allSettled(Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, i) => one(from + i)))
  }
}

function untilOpen(socket: Socket): Promise<unknown> {
  return Promise.race([once(socket, 'connect'), once(socket, 'close')])
}

/** Asks so many times a second, whatever becomes of it, without waiting for answers. */
function goOn(held: ReturnType<typeof createHeld>, one: (i: number) => Promise<string | number>): void {
  let i = 0
  let due = 0
  const timer = setInterval(() => {
    for (due += (PER_SECOND * PORTION_MS) / 1_000; due >= 1; due--) {
      one(i++).then(held.count, () => held.count('cut'))
    }
  }, PORTION_MS)
  held.keep(() => clearInterval(timer))
}

/** One connection asks for a large file again and again in one write, and reads nothing. */
const pipelined: Attack = async (target, size) => {
  const held = createHeld()
  const socket = plainSocket(target)
  held.keep(() => socket.destroy())
  await untilOpen(socket)
  socket.write(`GET ${target.asset} HTTP/1.1\r\nHost: 127.0.0.1:${target.port}\r\n\r\n`.repeat(size))
  await once(socket, 'readable')
  return held
}

/** Many ask for five minutes of strikes, uncompressed, and read only the head of the answer. */
const uncompressed: Attack = async (target, size) => {
  const held = createHeld()
  const headers = { authorization: `Bearer ${await mint(target, 'lightning')}` }
  await inWaves(size, async () => {
    const answer: IncomingMessage = await open(target, `${LIGHTNING_PATHS.strikes}?minutes=5`, { headers })
    held.count(answer.statusCode ?? 0)
    held.keep(() => void answer.destroy())
  })
  return held
}

/** Sockets want two hours back, and never read. */
const replays: Attack = async (target, size) => {
  const held = createHeld()
  const token = await mint(target, 'lightning')
  const since = `${Date.now() - 2 * HOUR_MS}000000`
  await inWaves(size, async () => {
    const socket = webSocket(target, LIGHTNING_PATHS.socket, token)
    held.keep(() => socket.terminate())
    socket.on('close', (code) => held.count(code))
    await Promise.race([once(socket, 'open'), once(socket, 'close')])
    if (socket.readyState !== WebSocket.OPEN) return
    socket.send(JSON.stringify({ action: 'subscribe', since }))
    socket.pause()
  })
  return held
}

/** Sockets subscribe to airports whose codes are as long as a message may be, and to thousands of them. */
const codes: Attack = async (target, size) => {
  const held = createHeld()
  const token = await mint(target, 'metar')
  await inWaves(size, async (i) => {
    const socket = webSocket(target, METAR_PATHS.parsedSocket, token)
    held.keep(() => socket.terminate())
    socket.on('close', (code) => held.count(code))
    socket.on('message', (data) => held.count(String(data).slice(0, 16)))
    await Promise.race([once(socket, 'open'), once(socket, 'close')])
    const long = (n: number) => `${i}-${n}-`.padEnd(65_000, 'X')
    const short = (n: number) => Array.from({ length: 5_000 }, (_, j) => (n * 5_000 + j).toString(36).padStart(4, '0'))
    for (let n = 0; n < 40 && socket.readyState === WebSocket.OPEN; n++) {
      socket.send(JSON.stringify({ action: 'subscribe', icaos: n % 2 ? short(n) : [long(n)] }))
    }
    if (socket.readyState === WebSocket.OPEN) socket.ping()
    await Promise.race([once(socket, 'pong'), once(socket, 'close')]) // all is read by then
  })
  return held
}

/** One viewer asks for the weather of ever new places. */
const points: Attack = async (target, size) => {
  const held = createHeld()
  const headers = { authorization: `Bearer ${await mint(target, 'standard')}` }
  const { path } = standardEndpoints.forecastHourly
  const one = async (i: number) => {
    const place = `latitude=${(20 + (i % 3_000) / 100).toFixed(2)}&longitude=${(100 + (i % 1_700) / 100).toFixed(2)}`
    return (await ask(target, `${path}?${place}`, { headers })).status
  }
  await inWaves(size, async (i) => held.count(await one(-1 - i)))
  goOn(held, one)
  return held
}

/** One viewer looks for airports by ever new words, which is free. */
const keywords: Attack = async (target, size) => {
  const held = createHeld()
  const headers = { authorization: `Bearer ${await mint(target, 'standard')}` }
  const { path } = standardEndpoints.airports
  const one = async (i: number) => (await ask(target, `${path}?keyword=x${i}`, { headers })).status
  await inWaves(size, async (i) => held.count(await one(-1 - i)))
  goOn(held, one)
  return held
}

/** Connections that say nothing, half of a head, or a head letter by letter. */
const idle: Attack = async (target, size) => {
  const held = createHeld()
  await inWaves(size, async (i) => {
    const socket = plainSocket(target)
    held.keep(() => socket.destroy())
    socket.on('close', () => held.count('ended'))
    await untilOpen(socket)
    if (i % 3 > 0) socket.write('GET / HTTP/1.1\r\nHost: ')
    if (i % 3 < 2) return
    const timer = setInterval(() => socket.write('x'), 1_000)
    held.keep(() => clearInterval(timer))
  })
  return held
}

/** Heads that are too large, or have no end. */
const heads: Attack = async (target, size) => {
  const held = createHeld()
  const one = async () => {
    const socket = plainSocket(target)
    await untilOpen(socket)
    socket.write(`GET / HTTP/1.1\r\n${'X-Much: much\r\n'.repeat(HEADERS)}`)
    const [answer] = await Promise.race([once(socket, 'data'), once(socket, 'close')])
    socket.destroy()
    return /HTTP\/1\.1 (\d+)/.exec(String(answer))?.[1] ?? 'cut'
  }
  await inWaves(size, async () => held.count(await one()))
  goOn(held, one)
  return held
}

/** Full reads of the history, as fast as they come, again and again. */
const history: Attack = async (target, size) => {
  const held = createHeld()
  const headers = { authorization: `Bearer ${await mint(target, 'lightning')}` }
  let isWanted = true
  held.keep(() => {
    isWanted = false
  })
  const begin = () => open(target, `/api/strikes?from=${Date.now() - 2 * HOUR_MS}`, { headers })
  async function goOnReading(first: IncomingMessage) {
    for (let answer = first; isWanted; answer = await begin()) {
      held.count(answer.statusCode ?? 0)
      for await (const _ of answer) if (!isWanted) return void answer.destroy()
    }
  }
  await inWaves(size, async () => {
    goOnReading(await begin()).catch(() => held.count('cut'))
  })
  return held
}

/** Each attack with its full size, in the order of what it is after: answers, sockets, the upstream, connections. */
export const ATTACKS = {
  pipelined: { attack: pipelined, size: 1_000 },
  uncompressed: { attack: uncompressed, size: 200 },
  replays: { attack: replays, size: 600 },
  codes: { attack: codes, size: 100 },
  points: { attack: points, size: 75 },
  keywords: { attack: keywords, size: 75 },
  idle: { attack: idle, size: 3_000 },
  heads: { attack: heads, size: 75 },
  history: { attack: history, size: 40 },
} satisfies Record<string, { attack: Attack; size: number }>
export type AttackName = keyof typeof ATTACKS
