import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { constants, inflateRawSync } from 'node:zlib'
import { isBefore } from '../../src/contract/messages.ts'
import { answerQuestions, nowMicros, pass } from '../lib/machine.ts'

/**
 * The viewers of the fan-out bench: sockets that read frames and record the time only, so that the generator costs
 * little. Every viewer gets the same bytes, so a frame is inflated once.
 */
const viewers: Viewer[] = []
/** Arrival times of each batch at each viewer, by the batch's key. */
const arrivals = new Map<string, { micros: number[]; bytes: number }>()
const batchesByLook = new Map<string, Batch | null>()
let closed = 0

/** Identity of a batch, and its log position if it has one. */
interface Batch {
  key: string
  position: string | null
}

interface Viewer {
  socket: Socket
  opened: boolean
  rest: Buffer | null
  /** Up to where it has everything. */
  position: string | null
  /** Called with each message until it returns true. */
  coming: ((message: { subscribed: Subscribed } | { position: string | null }) => void) | null
}

interface Subscribed {
  type: string
  position?: string
  after?: string
}

interface Opening {
  port: number
  path: string
  headers: string[]
  /** Text sent once the handshake is through. */
  greeting: string
  /** As a binary message where a server wants that. */
  binary: boolean
  compressed: boolean
}

answerQuestions(async ({ what, ...more }) => {
  if (what === 'open') await open(more as unknown as Opening & { count: number })
  if (what === 'open-unread') await openUnread(more as unknown as Opening)
  if (what === 'come-back') return comeBack(more as unknown as Opening & Return)
  if (what === 'now') return { micros: nowMicros() }
  if (what === 'clear') arrivals.clear()
  if (what === 'count') return { count: [...arrivals.values()].reduce((sum, { micros }) => sum + micros.length, 0) }
  if (what === 'arrivals') {
    const all = [...arrivals].map(([key, { micros, bytes }]) => ({ key, bytes, micros }))
    return { all, viewers: viewers.length, closed }
  }
  if (what === 'close') {
    for (const { socket } of viewers.splice(0)) socket.destroy()
    closed = 0
    batchesByLook.clear()
    arrivals.clear()
    await pass(500)
  }
  return {}
})

const AT_ONCE = 100

async function open({ count, ...opening }: Opening & { count: number }): Promise<void> {
  for (let left = count; left > 0; left -= AT_ONCE) {
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, left) }, () => openOne(opening)))
  }
}

/** `made` is called before the first message. */
function openOne(opening: Opening, made?: (viewer: Viewer) => void): Promise<Viewer> {
  return new Promise((resolve, reject) => {
    const socket = dial(opening)
    const viewer: Viewer = { socket, opened: false, rest: null, position: null, coming: null }
    viewers.push(viewer)
    made?.(viewer)
    socket.on('data', (bytes) => {
      if (viewer.opened) return read(viewer, bytes)
      const body = handshake(viewer, bytes)
      if (body === null) return
      if (body instanceof Error) return reject(body)
      socket.write(message(opening.greeting, opening.binary))
      resolve(viewer)
      if (body.length > 0) read(viewer, body)
    })
    socket.on('error', (error) => (viewer.opened ? null : reject(error)))
    socket.on('close', () => {
      if (viewers.includes(viewer)) closed++
      if (!viewer.opened) reject(new Error('The socket was closed.'))
    })
  })
}

/** How a returning viewer backfills, by REST if a path is given, and the start of its measurement. */
interface Return {
  join: string | null
  killedMicros: number
}

/** As on pages: a first attempt at a random time within a second, and later ones at least half a second apart. */
const COME_WITHIN_MS = 1_000

async function comeBack({ join, killedMicros, ...opening }: Opening & Return) {
  const gone = viewers.splice(0)
  const wholeAfterMs: number[] = []
  let refused = 0
  let answerBytes = 0

  async function comeOne({ position }: Viewer): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      await pass(COME_WITHIN_MS * (attempt > 0 ? 0.5 + Math.random() : Math.random()))
      let viewer: Viewer | null = null
      try {
        if (join === null) viewer = await openAfter(opening, position)
        else {
          // The socket first: batches during the REST response would otherwise be missed.
          viewer = await openOne(opening)
          answerBytes = await answerOf(opening, join)
        }
        wholeAfterMs.push((nowMicros() - killedMicros) / 1_000)
        return
      } catch {
        refused++
        viewer?.socket.destroy()
        if (viewer) viewers.splice(viewers.indexOf(viewer), 1)
      }
    }
  }
  await Promise.all(gone.map(comeOne))
  return { wholeAfterMs, refused, answerBytes }
}

/** A viewer that is complete up to a log position, once it has the later batches. */
async function openAfter(opening: Opening, after: string | null): Promise<Viewer> {
  const greeting = JSON.stringify({ action: 'subscribe', after })
  let due: string | null = null
  let viewer: Viewer | null = null
  try {
    return await new Promise((resolve, reject) => {
      void openOne({ ...opening, greeting }, (opened) => {
        viewer = opened
        opened.position = after
        opened.socket.on('close', () => reject(new Error('The socket was closed.')))
        opened.coming = (message) => {
          if ('subscribed' in message) {
            if (message.subscribed.after !== after) return reject(new Error('Its later batches are unknown there.'))
            due = message.subscribed.position ?? null
          }
          if (due === null || isBefore(opened.position, due)) return
          opened.coming = null
          resolve(opened)
        }
      }).catch(reject)
    })
  } catch (error) {
    ;(viewer as Viewer | null)?.socket.destroy()
    if (viewer) viewers.splice(viewers.indexOf(viewer), 1)
    throw error
  }
}

/** Size of a complete response; rejects otherwise. */
function answerOf({ port, headers }: Opening, path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1' })
    let head = ''
    let expected = -1
    let had = 0
    socket.on('data', (bytes) => {
      let body = bytes
      if (expected < 0) {
        head += bytes.toString('latin1')
        const end = head.indexOf('\r\n\r\n')
        if (end < 0) return
        expected = /^HTTP\/1\.1 200 /.test(head) ? Number(/^content-length: (\d+)/im.exec(head)?.[1]) : 0
        body = bytes.subarray(bytes.length - (head.length - end - 4))
      }
      had += body.length
    })
    socket.on('error', reject)
    socket.on('close', () => (had > 0 && had === expected ? resolve(had) : reject(new Error('No whole answer.'))))
    const lines = [`GET ${path} HTTP/1.1`, `Host: 127.0.0.1:${port}`, 'Connection: close', 'Accept-Encoding: gzip']
    socket.write(`${[...lines, ...headers].join('\r\n')}\r\n\r\n`)
  })
}

/** Subscribes, and then reads nothing. */
function openUnread(opening: Opening): Promise<void> {
  return new Promise((resolve) => {
    const socket = dial(opening)
    socket.once('data', () => {
      socket.write(message(opening.greeting, opening.binary))
      socket.pause()
      resolve()
    })
    socket.on('error', () => {})
  })
}

function dial({ port, path, headers, compressed }: Opening): Socket {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  const offer = 'Sec-WebSocket-Extensions: permessage-deflate; server_no_context_takeover; client_no_context_takeover'
  const head = [
    `GET ${path} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
    ...(compressed ? [offer] : []),
    ...headers,
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  return socket
}

/** The bytes after the response head; null while incomplete. */
function handshake(viewer: Viewer, bytes: Buffer): Buffer | Error | null {
  const all = viewer.rest ? Buffer.concat([viewer.rest, bytes]) : bytes
  viewer.rest = all
  const end = all.indexOf('\r\n\r\n')
  if (end < 0) return null
  viewer.rest = null
  const status = all.subarray(0, all.indexOf('\r\n')).toString()
  if (!status.includes(' 101 ')) return new Error(`The handshake was answered with "${status}".`)
  viewer.opened = true
  return Buffer.from(all.subarray(end + 4))
}

function message(text: string, binary: boolean): Buffer {
  const payload = Buffer.from(text)
  const mask = randomBytes(4)
  const masked = payload.map((byte, i) => byte ^ mask[i % 4]!)
  const head = payload.length < 126 ? [0x80 | payload.length] : [0x80 | 126, payload.length >> 8, payload.length & 255]
  return Buffer.concat([Buffer.from([binary ? 0x82 : 0x81, ...head]), mask, masked])
}

function read(viewer: Viewer, bytes: Buffer): void {
  let all = viewer.rest ? Buffer.concat([viewer.rest, bytes]) : bytes
  for (;;) {
    const length = frameLength(all)
    if (length === null || all.length < length.head + length.payload) break
    const end = length.head + length.payload
    frame(viewer, all.subarray(0, end), length.head)
    all = all.subarray(end)
  }
  viewer.rest = all.length > 0 ? Buffer.from(all) : null
}

function frameLength(bytes: Buffer): { head: number; payload: number } | null {
  if (bytes.length < 2) return null
  const short = bytes[1]! & 127
  if (short < 126) return { head: 2, payload: short }
  if (bytes.length < 10) return bytes.length >= 4 && short === 126 ? { head: 4, payload: bytes.readUInt16BE(2) } : null
  return short === 126
    ? { head: 4, payload: bytes.readUInt16BE(2) }
    : { head: 10, payload: Number(bytes.readBigUInt64BE(2)) }
}

/** Minimum size of a batch. */
const BATCH_FROM_BYTES = 500

function frame(viewer: Viewer, bytes: Buffer, head: number): void {
  if (bytes.length < BATCH_FROM_BYTES) {
    if (!viewer.coming) return
    const message = JSON.parse(bytes.toString('utf8', head)) as Subscribed
    if (message.type === 'subscribed') viewer.coming({ subscribed: message })
    return
  }
  // Frames with the same length and the same middle bytes count as equal.
  const middle = bytes.length >> 1
  const look = `${bytes.length}/${bytes.toString('latin1', middle, middle + 24)}`
  let batch = batchesByLook.get(look)
  if (batch === undefined) {
    batch = batchOf(bytes, head)
    batchesByLook.set(look, batch)
  }
  if (batch === null) return
  const { key, position } = batch
  let arrived = arrivals.get(key)
  if (!arrived) {
    arrived = { micros: [], bytes: bytes.length }
    arrivals.set(key, arrived)
  }
  arrived.micros.push(nowMicros())
  viewer.position = position
  viewer.coming?.({ position })
}

const COMPRESSED = 0x40

function batchOf(bytes: Buffer, head: number): Batch | null {
  const payload = bytes.subarray(head)
  const isCompressed = (bytes[0]! & COMPRESSED) !== 0
  const text = String(isCompressed ? inflateRawSync(payload, { finishFlush: constants.Z_SYNC_FLUSH }) : payload)
  const key = /"time":(\d+)/.exec(text.slice(0, 400))?.[1]
  const position = /"position":"([^"]+)"\}$/.exec(text.slice(-100))?.[1] ?? null
  return key === undefined ? null : { key, position }
}
