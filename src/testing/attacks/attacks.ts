import type { IncomingMessage } from 'node:http'
import { WebSocket } from 'ws'
import { LIGHTNING_PATHS } from '../../contract/lightning.ts'
import { METAR_PATHS } from '../../contract/metar.ts'
import { standardEndpoints } from '../../contract/standard.ts'
import { HOUR_MS } from '../../core/time/durations.ts'
import { STREAMS_MAX } from '../../server/watch/alarm-stream.ts'
import { SUBSCRIPTIONS_EACH_MAX } from '../../server/watch/push/subscriptions.ts'
import { type Attack, createHeld, firstOf, goOn, inWaves, untilOpen } from './held.ts'
import { LONG_REPORT_PATH } from './hostile-proxy.ts'
import { bodies, halfBodies, halfClosed, parts, privateLevels, reports, sheets, streams } from './place-attacks.ts'
import { namedStreams, silentPushes, walls } from './signed-in-attacks.ts'
import { ask, mint, open, plainSocket, type Target, webSocket } from './target.ts'

const HEADERS = 5_000

/** One connection pipelines many requests for a large file in one write, and reads nothing. */
const pipelined: Attack = async (target, size) => {
  const held = createHeld()
  const socket = plainSocket(target)
  held.keep(() => socket.destroy())
  await untilOpen(socket)
  socket.write(`GET ${target.asset} HTTP/1.1\r\nHost: 127.0.0.1:${target.port}\r\n\r\n`.repeat(size))
  await firstOf(socket, 'readable', 'close')
  return held
}

/** Many request five minutes of strikes, uncompressed, and read only the response head. */
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
    await firstOf(socket, 'open', 'close')
    if (socket.readyState !== WebSocket.OPEN) return
    socket.send(JSON.stringify({ action: 'subscribe', since }))
    socket.pause()
  })
  return held
}

/** Sockets subscribe to airports with codes of maximum message length, and to thousands of them. */
const codes: Attack = async (target, size) => {
  const held = createHeld()
  const token = await mint(target, 'metar')
  await inWaves(size, async (i) => {
    const socket = webSocket(target, METAR_PATHS.parsedSocket, token)
    held.keep(() => socket.terminate())
    socket.on('close', (code) => held.count(code))
    socket.on('message', (data) => held.count(String(data).slice(0, 16)))
    await firstOf(socket, 'open', 'close')
    const long = (n: number) => `${i}-${n}-`.padEnd(65_000, 'X')
    const short = (n: number) => Array.from({ length: 5_000 }, (_, j) => (n * 5_000 + j).toString(36).padStart(4, '0'))
    for (let n = 0; n < 40 && socket.readyState === WebSocket.OPEN; n++) {
      socket.send(JSON.stringify({ action: 'subscribe', icaos: n % 2 ? short(n) : [long(n)] }))
    }
    if (socket.readyState === WebSocket.OPEN) socket.ping()
    if (socket.readyState < WebSocket.CLOSED) await firstOf(socket, 'pong', 'close') // all is read by then
  })
  return held
}

/** One viewer requests weather at a new position each time. */
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

/** One viewer searches airports by a new keyword each time, which is free. */
const keywords: Attack = async (target, size) => {
  const held = createHeld()
  const headers = { authorization: `Bearer ${await mint(target, 'standard')}` }
  const { path } = standardEndpoints.airports
  const one = async (i: number) => (await ask(target, `${path}?keyword=x${i}`, { headers })).status
  await inWaves(size, async (i) => held.count(await one(-1 - i)))
  goOn(held, one)
  return held
}

/** Connections that send nothing, half a head, or a head letter by letter. */
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
    const [answer] = await firstOf(socket, 'data', 'close')
    socket.destroy()
    return /HTTP\/1\.1 (\d+)/.exec(String(answer))?.[1] ?? 'cut'
  }
  await inWaves(size, async () => held.count(await one()))
  goOn(held, one)
  return held
}

/** Repeated full reads of the history at maximum speed. */
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

/** The upstream pushes reports that are a hundred times as long as any report. */
const longReports: Attack = async (target, size) => {
  const held = createHeld()
  const one = async () => (await ask({ ...target, port: target.proxyPort }, LONG_REPORT_PATH)).status
  await inWaves(size, async () => held.count(await one()))
  goOn(held, one)
  return held
}

/** An attack: its full size, and, if it exhausts a limit per address, the response to a further request. */
interface Worked {
  attack: Attack
  size: number
  refusedBy?: string
  /** Requires a signed-in attacker. */
  needsSignIn?: true
}

/** In the order of their targets: responses, sockets, the upstream, connections, limits. */
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
  parts: { attack: parts, size: 50 },
  bodies: { attack: bodies, size: 200, refusedBy: '503' },
  longReports: { attack: longReports, size: 20 },
  halfBodies: { attack: halfBodies, size: 4_096 },
  halfClosed: { attack: halfClosed, size: 900 },
  privateLevels: { attack: privateLevels, size: 60 },
  streams: { attack: streams, size: STREAMS_MAX.ofAddress + 100, refusedBy: '503' },
  namedStreams: { attack: namedStreams, size: STREAMS_MAX.ofAddress + 100, refusedBy: '503', needsSignIn: true },
  walls: { attack: walls, size: 100, needsSignIn: true },
  silentPushes: { attack: silentPushes, size: SUBSCRIPTIONS_EACH_MAX + 5, needsSignIn: true },
  sheets: { attack: sheets, size: 75, refusedBy: '503' },
  reports: { attack: reports, size: 40, refusedBy: '503' },
} satisfies Record<string, Worked>
export type AttackName = keyof typeof ATTACKS

export const worked = (name: AttackName): Worked => ATTACKS[name]
export const ATTACK_NAMES = Object.keys(ATTACKS) as AttackName[]
/** Attacks that need no sign-in. */
export const BY_ANYBODY = ATTACK_NAMES.filter((name) => !worked(name).needsSignIn)
/** A separate source address for each attack. */
export const addressOf = (name: AttackName) => `127.0.1.${ATTACK_NAMES.indexOf(name) + 1}`

/** Whether a further request for the resource that an attack exhausts is rejected. */
export async function isFull(name: AttackName, whose: Target): Promise<boolean> {
  const { attack, refusedBy = '' } = worked(name)
  const held = await attack(whose, 1)
  held.stop()
  return held.tally.has(refusedBy)
}
