import type { Socket } from 'node:net'
import { API_PATHS } from '../../contract/api-paths.ts'
import { HEALS_PATH } from '../../contract/heals.ts'
import { LIGHTNING_PATHS } from '../../contract/lightning.ts'
import { ALARM_SHEET_PATH } from '../../contract/verification/alarm-sheet.ts'
import { VIEWER_HEADER } from '../../contract/watch/private-levels.ts'
import { type Attack, createHeld, firstOf, goOn, inWaves, untilOpen } from './held.ts'
import { ask, elsewhere, mint, open, plainSocket, type Target, webSocket } from './target.ts'

/** Attacks that exhaust limits per address, and hold the resources. */

/** The guarded place at the position of the attack. */
export const PLACE_ID = 'attacked'
const BODY_BYTES = 32_768
/** Below the message rate of a socket, and slow enough to exceed the deadline of a message. */
const PART_EVERY_MS = 25

/** Bodies of maximum length, sent byte by byte by permitted senders. */
export const bodies: Attack = async (target, size) => {
  const held = createHeld()
  const head = [
    `POST ${API_PATHS.privateLevels} HTTP/1.1`,
    `Host: 127.0.0.1:${target.port}`,
    `Origin: http://127.0.0.1:${target.port}`,
    `${VIEWER_HEADER}: ${'x'.repeat(22)}`,
    `Content-Length: ${BODY_BYTES}`,
    ...(target.cookie === undefined ? [] : [`Cookie: ${target.cookie}`]),
  ]
  await inWaves(size, async () => {
    const socket = plainSocket(target)
    held.keep(() => socket.destroy())
    await untilOpen(socket)
    socket.write(`${head.join('\r\n')}\r\n\r\n{`)
    const timer = setInterval(() => socket.write(' '), 1_000)
    held.keep(() => clearInterval(timer))
    socket.once('data', (answer) => held.count(/HTTP\/1\.1 (\d+)/.exec(String(answer))?.[1] ?? 'cut'))
  })
  return held
}

/** Bodies of which only one byte arrives, from several addresses, on connections that the attacker never closes. */
export const halfBodies: Attack = async (target, size) => {
  const held = createHeld()
  const path = target.cookie === undefined ? HEALS_PATH : API_PATHS.session
  const head = `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${target.port}\r\nContent-Length: 4096\r\n\r\n{`
  await inWaves(size, async (i) => {
    const socket = plainSocket(elsewhere(target, i), { allowHalfOpen: true })
    held.keep(() => socket.destroy())
    socket.once('data', (answer) => held.count(/HTTP\/1\.1 (\d+)/.exec(String(answer))?.[1] ?? 'cut'))
    await untilOpen(socket)
    socket.write(head)
  })
  return held
}

/** Rejected or late requests, on connections that the attacker never closes. */
export const halfClosed: Attack = async (target, size) => {
  const held = createHeld()
  const host = `Host: 127.0.0.1:${target.port}\r\n`
  const texts = [
    'rubbish\r\n\r\n',
    `GET /healthz HTTP/1.1\r\n${host}`,
    `GET /ws HTTP/1.1\r\n${host}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
    `GET ${LIGHTNING_PATHS.socket} HTTP/1.1\r\n${host}Origin: http://elsewhere\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
  ]
  await inWaves(size, async (i) => {
    const socket = plainSocket(target, { allowHalfOpen: true })
    held.keep(() => socket.destroy())
    socket.once('data', (answer) => held.count(/HTTP\/1\.1 (\d+)/.exec(String(answer))?.[1] ?? 'cut'))
    await untilOpen(socket)
    socket.write(texts[i % texts.length]!)
  })
  return held
}

/** Registers private levels under a new viewer key each time. */
export const privateLevels: Attack = async (target, size) => {
  const held = createHeld()
  const level = { strikes: 1, withinMin: 10, holdMin: 30 }
  const ladders = Array.from({ length: 100 }, (_, i) => ({
    place: 'ZSPD',
    levels: Array.from({ length: 4 }, (_, n) => ({ ...level, id: `l${n}`, name: `level ${i}`, km: 1 + n + i / 100 })),
  }))
  const one = async (i: number) => {
    const headers = { [VIEWER_HEADER]: String(i).padStart(22, 'x'), 'content-type': 'application/json' }
    return (await ask(target, API_PATHS.privateLevels, { method: 'POST', headers, body: JSON.stringify({ ladders }) }))
      .status
  }
  await inWaves(size, async (i) => held.count(await one(i)))
  return held
}

/** Messages of endless fragments, or of endless chunks of one fragment. */
export const parts: Attack = async (target, size) => {
  const held = createHeld()
  const token = await mint(target, 'lightning')
  const one = async (i: number) => {
    const socket = webSocket(target, LIGHTNING_PATHS.socket, token)
    const stop = () => socket.terminate()
    held.keep(stop)
    const closed = firstOf(socket, 'close')
    const [upgraded] = await firstOf(socket, 'upgrade', 'close')
    const wire = (upgraded as { socket?: Socket } | undefined)?.socket
    wire?.setNoDelay()
    const [first, rest] = i % 2 === 0 ? [FIRST_PART, NEXT_PART] : [LONG_PART, PIECE]
    wire?.write(first)
    const timer = setInterval(() => wire?.writable && wire.write(rest), PART_EVERY_MS)
    const [code, reason] = await closed
    clearInterval(timer)
    held.count(`${code} ${reason}`.trim())
  }
  await Promise.all(Array.from({ length: size }, (_, i) => one(i)))
  return held
}

/** Unmasked frames of one letter: the first fragment of a text, and a continuation. */
const FIRST_PART = Buffer.from([0x01, 0x81, 0, 0, 0, 0, 0x78])
const NEXT_PART = Buffer.from([0x00, 0x81, 0, 0, 0, 0, 0x78])
/** The head of a text of 60,000 letters, and one letter. */
const LONG_PART = Buffer.from([0x81, 0xfe, 0xea, 0x60, 0, 0, 0, 0])
const PIECE = Buffer.from([0x78])

/** Alarm streams that are never read. */
export const streams: Attack = async (target, size) => {
  const held = createHeld()
  await inWaves(size, async () => {
    const answer = await open(target, `${API_PATHS.alarms}/stream`)
    held.count(answer.statusCode ?? 0)
    held.keep(() => void answer.destroy())
  })
  return held
}

/** Sends concurrent requests for expensive responses, repeatedly. */
function makes(path: string): Attack {
  return async (target: Target, size) => {
    const held = createHeld()
    const headers = { authorization: `Bearer ${await mint(target, 'lightning')}` }
    const one = async () => (await ask(target, path, { headers })).status
    await inWaves(size, async () => held.count(await one()))
    if (size > 1) goOn(held, one)
    return held
  }
}

/** The evaluation of an alarm rule. */
export const sheets = makes(`${ALARM_SHEET_PATH}?place=${PLACE_ID}&ring=8&alarm=50&hold=30`)
/** The report of a place, as a page to print. */
export const reports = makes(`${API_PATHS.places}/${PLACE_ID}/report?format=html`)
