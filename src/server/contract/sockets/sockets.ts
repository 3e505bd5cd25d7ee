import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Logger } from 'pino'
import { type WebSocket, WebSocketServer } from 'ws'
import {
  CLOSE_MAX_AGE,
  CLOSE_RESTART,
  CLOSE_TOO_MANY_SOCKETS,
  CLOSE_UNAUTHORISED,
} from '../../../contract/close-codes.ts'
import { PING_EVERY_MS, SOCKET_NOTICE_BEFORE_MS } from '../../../contract/limits.ts'
import { clientMessageSchema } from '../../../contract/messages.ts'
import type { Clock } from '../../../core/time/clock.ts'
import { messageOf } from '../../../core/util/message-of.ts'
import { workLabels } from '../../event-loop/work-labels.ts'
import { createClientRate } from '../../web/client-rate.ts'
import { requestUrl } from '../../web/request-path.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { Application } from '../accounts/application.ts'
import { readCredential } from '../accounts/credentials.ts'
import type { ContractPolicy } from '../accounts/policy.ts'
import type { Channel, Viewer } from './channel.ts'
import { canInflate, textFrame } from './fan-out.ts'
import { CLIENT_MESSAGES_PER_SECOND, createInboundLimits, INBOUND_BYTES, PARTS_MAX } from './inbound-limits.ts'
import { refuseUpgrade } from './refuse-upgrade.ts'
import { type Sending, SocketViewer } from './socket-viewer.ts'

const CLIENT_MESSAGE_MAX_BYTES = 64 * 1024
const CLOSE_POLICY = 1008
const CLOSE_TRY_LATER = 1013
const CLOSING_TAKES_AT_MOST_MS = 2_000
/** At shutdown viewers are closed in slices of this size, or larger ones to limit the number of slices. */
const SLICE_VIEWERS = 50
const SLICES = 20
const SLICE_EVERY_MS = 100
/** In a fast shutdown all slices are closed within 0.7 s. */
const SLICE_IN_HASTE_MS = 35
/** Reports of a stopped process have expired by then. */
const BEYOND_FOR_MS = 4_000

const PING = textFrame('{"type":"ping"}')
const NOTICE = textFrame(
  JSON.stringify({
    type: 'server_notice',
    message: 'This connection reaches its 24-hour limit in 5 minutes and will then be closed with code 4008.',
    remaining_seconds: SOCKET_NOTICE_BEFORE_MS / 1000,
  }),
)

export interface SocketCounters {
  /** Sockets closed for reading too slowly or sending too much. */
  slowClosed: number
  noisyClosed: number
  messagesIgnored: number
  unauthorised: number
  /** Refusals because of the application's limit, and of the total. */
  refused: number
  full: number
  /** Sent bytes, including frame headers. */
  sent: { messages: number; bytes: number }
}

export type Sockets = ReturnType<typeof createSockets>

/**
 * Time for a client to complete the closing handshake; input of a flooding client is no longer read, so it never does.
 */
const CLOSED_WITHIN_MS = 3_000

interface SocketsDeps {
  channels: readonly Channel[]
  clock: Clock
  policy: ContractPolicy
  accounts: Accounts
  counters: SocketCounters
  log: Logger
}

interface AdmitDeps extends SocketsDeps {
  sending: Sending
  heardBytes: ReturnType<typeof createClientRate>
}

type OpenSockets = Map<WebSocket, Arrival>

interface Arrival {
  channel: Channel
  application: Application
  /** Without the request, which would stay in memory as long as the socket. */
  deflates: boolean
  socket: Duplex
}

/** Handshake, slots, maximum age and closing of every socket; messages are handled by its channel. */
export function createSockets(deps: SocketsDeps) {
  const { channels, clock, policy, counters, log } = deps
  const open: OpenSockets = new Map()
  const heardBytes = createClientRate({ clock, ...INBOUND_BYTES })
  const sending = { clock, maxBufferedBytes: policy.maxBufferedBytes, sent: counters.sent }
  const admitDeps = { ...deps, sending, heardBytes }
  let closing = false

  // The types of `ws` lack `closeTimeout` and `maxPendingAutoPongs`, and reject them in a literal only.
  const options = {
    noServer: true,
    clientTracking: false,
    closeTimeout: CLOSED_WITHIN_MS,
    maxPayload: CLIENT_MESSAGE_MAX_BYTES,
    maxFragments: PARTS_MAX,
    maxBufferedChunks: PARTS_MAX,
    // Not below our limit, since `ws` terminates the connection without a close code.
    maxPendingAutoPongs: CLIENT_MESSAGES_PER_SECOND,
    // Messages are independent, so that one compressed frame serves every socket and no socket keeps a context.
    perMessageDeflate: { serverNoContextTakeover: true, clientNoContextTakeover: true },
  }
  const wss = new WebSocketServer(options)

  async function take(channel: Channel, request: IncomingMessage, socket: Duplex, head: Buffer, url: URL) {
    socket.on('error', () => socket.destroy())
    const credential = readCredential(request.headers.authorization, url.searchParams)
    const application = credential === null ? null : await policy.verify(credential, channel.product)
    if (socket.destroyed) return
    // DL §3: refusals are close codes, sent after the handshake, where browsers can read them.
    wss.handleUpgrade(request, socket, head, (ws) => {
      logErrors(ws, channel.path)
      if (!hasRoom()) {
        counters.full++
        ws.close(CLOSE_TRY_LATER, 'the connection limit is reached: try again later')
      } else if (application) {
        admit(admitDeps, open, { channel, application, deflates: canInflate(ws, request), socket }, ws)
      } else {
        counters.unauthorised++
        ws.close(CLOSE_UNAUTHORISED, 'missing, unknown or expired credential')
      }
    })
  }

  function logErrors(ws: WebSocket, path: string): void {
    ws.on('error', (error) => log.debug({ error: error.message, path }, 'socket error'))
  }

  function handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean {
    const url = requestUrl(request.url)
    const channel = channels.find(({ path }) => path === url?.pathname)
    if (!url || !channel || closing) return false
    take(channel, request, socket, head, url).catch((error: unknown) => {
      log.error({ error: messageOf(error) }, 'upgrade failed')
      socket.destroy()
    })
    return true
  }

  function hasRoom(): boolean {
    return open.size < policy.socketsInAll
  }

  const closeAll = (code: number, reason: string) =>
    void closeInSlices([...open.keys()], { clock, code, reason, everyMs: SLICE_IN_HASTE_MS })

  return {
    /** Handles the upgrade if the path is ours; false leaves it to the caller. */
    handleUpgrade,
    /** Handles all upgrades of a server and refuses unknown paths. The returned function detaches. */
    attach(server: Server): () => void {
      const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
        if (!handleUpgrade(request, socket, head)) refuseUpgrade(socket)
      }
      server.on('upgrade', onUpgrade)
      return () => server.off('upgrade', onUpgrade)
    },
    viewers(): { lightning: number; metar: number } {
      const count = { lightning: 0, metar: 0 }
      for (const [ws, { channel }] of open) if (ws.readyState === ws.OPEN) count[channel.product]++
      return count
    },
    /** False if a new socket would be closed at once. */
    hasRoom,
    /** Unsent bytes of all sockets and of the largest; and bytes held for viewers in replay. */
    unsentBytes(): { all: number; most: number; held: number } {
      let all = 0
      let most = 0
      for (const { socket } of open.values()) {
        all += socket.writableLength
        most = Math.max(most, socket.writableLength)
      }
      const held = channels.reduce((sum, channel) => sum + (channel.heldBytes?.() ?? 0), 0)
      return { all, most, held }
    },
    /** Closes all open sockets, if many in slices within 0.7 s. */
    closeAll,
    /** Refuses new sockets and closes the open ones with 1012, if many spread over two seconds. */
    async close(): Promise<void> {
      closing = true
      const all = [...open.keys()]
      const closed = all.map((ws) => new Promise<void>((resolve) => ws.once('close', () => resolve())))
      const spreadMs = closeInSlices(all, {
        clock,
        code: CLOSE_RESTART,
        reason: 'the server is restarting',
        everyMs: SLICE_EVERY_MS,
      })
      const giveUp = clock.after(spreadMs + CLOSING_TAKES_AT_MOST_MS, () => {
        for (const ws of all) ws.terminate()
      })
      await Promise.all(closed)
      giveUp()
      for (const channel of channels) channel.close()
    },
  }
}

/** Closes sockets in slices, the first at once; returns the delay until the last, ms. */
function closeInSlices(
  all: readonly WebSocket[],
  how: { clock: Clock; code: number; reason: string; everyMs: number },
): number {
  const { clock, code, reason, everyMs } = how
  const size = Math.max(SLICE_VIEWERS, Math.ceil(all.length / SLICES))
  let afterMs = 0
  for (let at = 0; at < all.length; at += size) {
    const closeSlice = () => {
      for (const ws of all.slice(at, at + size)) ws.close(code, reason)
    }
    afterMs = (at / size) * everyMs
    if (at === 0) closeSlice()
    else clock.after(afterMs, closeSlice)
  }
  return afterMs
}

/** Sets up an open socket's slot, viewer and timers until it closes. */
function admit(deps: AdmitDeps, open: OpenSockets, arrival: Arrival, ws: WebSocket): void {
  const { channel, application, deflates, socket } = arrival
  const { clock, policy, accounts, counters, log, heardBytes, sending } = deps
  const account = accounts.of(application)
  const holder = { isOpen: () => ws.readyState === ws.OPEN }
  const tooMany = () => {
    counters.refused++
    ws.close(CLOSE_TOO_MANY_SOCKETS, `connection limit reached: ${application.limits.sockets} are open`)
  }
  if (!account.takeSlot(holder)) {
    tooMany()
    return
  }
  const beyond = () => account.isBeyond() && ws.readyState === ws.OPEN && tooMany()
  /** Stops reading and skips the closing handshake: unread input would be held until then. */
  const sendAway = (code: number, reason: string) => {
    ws.close(code, reason)
    ws.pause()
    stops.push(clock.after(CLOSING_TAKES_AT_MOST_MS, () => ws.terminate()))
  }
  const letGo = () => {
    counters.slowClosed++
    log.warn({ application: application.id, path: channel.path }, 'slow client disconnected')
    sendAway(CLOSE_TRY_LATER, 'client reads too slowly')
  }
  const refuse = (reason: string) => {
    if (ws.readyState !== ws.OPEN) return
    counters.noisyClosed++
    sendAway(CLOSE_POLICY, reason)
  }
  const hearing = createInboundLimits({ socket, clock, client: application.id, heardBytes, refuse })
  const viewer = new SocketViewer(sending, { of: application.id, ws, socket, deflates }, letGo)
  const stops = [
    clock.every(PING_EVERY_MS, () => viewer.send(PING)),
    clock.after(policy.socketMaxAgeMs - SOCKET_NOTICE_BEFORE_MS, () => viewer.send(NOTICE)),
    clock.after(policy.socketMaxAgeMs, () => ws.close(CLOSE_MAX_AGE, '24-hour limit')),
    ...(account.isBeyond() ? [clock.after(BEYOND_FOR_MS, beyond)] : []),
  ]
  if (application.signIn !== undefined && policy.signIns) {
    stops.push(policy.signIns.add(application.signIn, () => sendAway(CLOSE_UNAUTHORISED, 'signed out')))
  }
  open.set(ws, arrival)
  ws.on('message', (data, isBinary) => {
    if (ws.readyState !== ws.OPEN) return
    const text = isBinary ? '' : String(data)
    if (!hearing.hears(text)) return
    // Replies to one message are sent together.
    socket.cork()
    const complaint = workLabels.run('client message', () => receive(channel, viewer, text))
    if (complaint !== null) {
      counters.messagesIgnored++
      viewer.send(textFrame(JSON.stringify({ type: 'error', message: complaint })))
    }
    socket.uncork()
  })
  ws.on('close', () => {
    for (const stop of stops) stop()
    hearing.stop()
    open.delete(ws)
    account.releaseSlot(holder)
    channel.leave(viewer)
  })
}

const NO_MESSAGE =
  'a message must be JSON: {"action": "subscribe" | "unsubscribe" | "pong"}, with "icaos": [codes] for airports'

const NO_BOX =
  'bbox must be [west, south, east, north] in degrees, south below north; west beyond east crosses the antimeridian'

/** Null, or the problem of the message and the allowed form. */
function receive(channel: Channel, viewer: Viewer, text: string): string | null {
  let frame: unknown
  try {
    frame = JSON.parse(text)
  } catch {
    return NO_MESSAGE
  }
  const read = clientMessageSchema.safeParse(frame)
  if (read.success) return channel.receive(viewer, read.data)
  return read.error.issues[0]?.path[0] === 'bbox' ? NO_BOX : NO_MESSAGE
}
