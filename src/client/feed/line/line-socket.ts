import { type AfterClose, afterClose, CLOSE_TOO_MANY_SOCKETS } from '../../../contract/close-codes.ts'
import { type ReadMessage, readServerMessage, type ServerMessage } from '../../../contract/messages.ts'
import { SECOND_MS } from '../../../core/time/durations.ts'
import { ContractError } from '../../http/contract-api.ts'
import { type Parse, withoutSecrets } from '../../http/exchange.ts'
import type { Environment, Socket } from '../../session/environment.ts'
import { createHeartbeatWatch, type HeartbeatWatch } from './heartbeat-watch.ts'
import { faultOfClose, type LineFault } from './line-fault.ts'
import { createSocketLife } from './socket-life.ts'

export interface SocketAddress {
  url: string
  headers: Record<string, string>
}

/** Reads the messages of one socket in the order in which they come. */
export interface FrameReader {
  take(text: string): void
  /** Acts once everything that was taken is read. */
  after(act: () => void): void
  /** Reads at once what still waits. */
  flush(): void
}

/** For who has nobody else to keep waiting. */
const readAtOnce = (read: (text: string) => void): FrameReader => ({ take: read, after: (act) => act(), flush() {} })

/** What a socket needs to be opened and understood. */
export interface LineSocketOptions {
  environment: Pick<Environment, 'clock' | 'openSocket' | 'random'>
  /** Asked on each attempt, so that a fresh token is fetched; with `withinMs` it is given up after so long. */
  address(withinMs?: number): Promise<SocketAddress>
  parse: Parse
  /** For who must not be held up by a long message: reads it bit by bit, by `read`. */
  readerOf?(read: (text: string) => void): FrameReader
  /** The message that subscribes, sent as soon as the socket is open. */
  subscribe(): string
  /** The message type that carries data. */
  dataType: ServerMessage['type']
  /** An open socket silent for this long is dead. */
  silenceMs: number
  /** The same for one whose server has told the state of its source: it does so again and again. */
  silenceWithStatusMs?: number
  /** True where data comes now and then: every message shows that the socket lives. Elsewhere only data does. */
  dataIsRare: boolean
  /** Where the server does not confirm a subscription, it is taken to stand this long after it was sent. */
  confirmWithinMs: number
}

/** How a socket ended. */
export interface Loss {
  after: AfterClose
  /** In words, without any secret. */
  words: string
  fault: LineFault
  /** It never closed: it had been silent for too long. */
  silent?: boolean
  opened: boolean
  /** It was given up because nothing answered in time. */
  unanswered?: boolean
  /** For how long it was open. */
  livedMs: number
  /** The server asked not to be asked again for so long, where it did. */
  leaveAloneMs?: number
}

export interface LineSocketEvents {
  /** The address is known, and the socket is being opened. */
  dialled(): void
  /** The subscription stands; `goesOn` where what came since an earlier one follows by the socket. */
  subscribed(goesOn: boolean): void
  message(message: ServerMessage): void
  unread(kind: 'unknown' | 'malformed'): void
  /** After anything that shows that the socket lives. */
  heard(): void
  /** The server had said how often it speaks, and has not; it may have moved away from the network with its machine. */
  silent(): void
  /** It has spoken after all. */
  heardAgain(): void
  /** Once; nothing follows it. */
  lost(loss: Loss): void
}

export interface LineSocket {
  /** Its address is known, and it is open or being opened. */
  isDialled(): boolean
  isSubscribed(): boolean
  /** Hears again what is told to everybody who subscribes. */
  subscribeAgain(): void
  /** How long nothing has shown that it lives; 0 before its subscription stands. */
  silentMs(): number
  /** Looks for silence; called now and then. */
  watch(): void
  /** Nothing is heard of it any more; safe to call twice. */
  close(): void
}

/** One attempt at a line: its address is asked, it is opened within `connectMs` and subscribed, and read until it is lost or closed. */
export function createLineSocket(options: LineSocketOptions, events: LineSocketEvents, connectMs: number): LineSocket {
  const { environment, dataIsRare, dataType } = options
  const { clock } = environment
  let socket: Socket | null = null
  let gone = false
  let subscribed = false
  let openedMs: number | null = null // monotonic
  let cancelWait: (() => void) | undefined // for it to open, and then for its subscription
  const heartbeat = createHeartbeatWatch({ ...environment, ...events })

  const life = createSocketLife({ ...options, clock, probe: () => ifStillOpen(() => dataIsRare && socket?.ping?.()) })
  const reader = (options.readerOf ?? readAtOnce)((text) => read(readFrame(options.parse, text)))
  const closed = (code: number, reason: string) =>
    lose(afterClose(code), faultOfClose(openedMs !== null, code, reason), closeWords(openedMs !== null, code, reason))
  const send = (text: string) => ifStillOpen(() => socket?.send(text))

  function dial({ url, headers }: SocketAddress): void {
    if (gone) return
    try {
      socket = environment.openSocket(url, headers)
    } catch {
      return void lose('back-off', 'network', 'the address is not a valid WebSocket URL')
    }
    socket.onopen = opened
    socket.onmessage = reader.take
    socket.onclose = (code, reason) => reader.after(() => closed(code, reason))
    socket.onpong = () => {
      if (!dataIsRare) return
      life.probeAnswered()
      events.heard()
    }
    cancelWait = clock.after(connectMs, () => lose('back-off', 'no-answer', NOT_OPENED, { unanswered: true }))
    events.dialled()
  }

  function opened(): void {
    if (gone) return
    openedMs = clock.monotonicMs()
    cancelWait?.()
    send(options.subscribe())
    life.opened()
    cancelWait = clock.after(options.confirmWithinMs, () => confirm(false))
  }

  function confirm(goesOn: boolean): void {
    if (gone || subscribed) return
    cancelWait?.()
    subscribed = true
    events.subscribed(goesOn)
  }

  function read(frame: ReadMessage): void {
    if (gone) return
    if (frame.kind !== 'message') return void events.unread(frame.kind)
    const { type } = frame.message
    const brings = dataIsRare || type === dataType || type === 'subscribed' // a state of the source brings nothing
    if (brings || type === 'source_status') life.heard()
    hearBeat(heartbeat, frame.message)
    if (type === dataType || type === 'subscribed') confirm('after' in frame.message && Boolean(frame.message.after))
    if (type === 'ping') send('{"action":"pong"}')
    if (type === 'source_status') life.statusTold()
    events.message(frame.message)
    if (brings && !gone) events.heard()
  }

  function lose(after: AfterClose, fault: LineFault, words: string, how: Partial<Loss> = {}): void {
    if (gone) return
    close()
    const livedMs = openedMs === null ? 0 : clock.monotonicMs() - openedMs
    events.lost({ after, fault, words, opened: openedMs !== null, livedMs, ...how })
  }

  function close(): void {
    if (gone) return
    reader.flush() // what came counts as had
    gone = true
    cancelWait?.()
    heartbeat.close()
    if (socket) dismiss(socket)
  }

  void addressOf(options, connectMs).then((to) => ('url' in to ? dial(to) : lose('back-off', 'no-token', to.words, to)))

  return {
    isDialled: () => socket !== null,
    isSubscribed: () => subscribed,
    subscribeAgain: () => send(options.subscribe()),
    silentMs: () => (subscribed && !gone ? life.silentMs() : 0),
    watch() {
      if (openedMs === null || !life.isDead()) return
      lose('back-off', 'silent', `silent for ${Math.round(life.silentMs() / 1000)} s`, { silent: true })
    },
    close,
  }
}

/** Where it opens, or why that is not known. A step apart: whoever makes a socket holds it before anything can happen to it. */
async function addressOf(
  { address }: LineSocketOptions,
  connectMs: number,
): Promise<SocketAddress | Pick<Loss, 'words' | 'leaveAloneMs' | 'unanswered'>> {
  await Promise.resolve()
  try {
    return await address(TIMES_FOR_TOKEN * connectMs)
  } catch (error) {
    // Only our own errors are known to hold no secret.
    const known = error instanceof ContractError ? error : null
    const words = `no token: ${known?.message ?? 'it could not be fetched'}`
    return { words, leaveAloneMs: known?.retryAfterMs ?? 0, unanswered: known?.reason === 'timeout' }
  }
}

/** A token takes several times as long as a socket where it comes from elsewhere. */
const TIMES_FOR_TOKEN = 3
const NOT_OPENED = 'the socket did not open within the timeout'

function hearBeat(heartbeat: HeartbeatWatch, message: ServerMessage): void {
  const everySeconds = message.type === 'subscribed' && message.heartbeat_seconds
  if (everySeconds) heartbeat.told(everySeconds * SECOND_MS)
  else heartbeat.heard()
}

/** A socket that is closing already, or is closed, refuses what is asked of it; its close event says the rest. */
function ifStillOpen(run: () => void): void {
  try {
    run()
  } catch {
    // Its close event follows, or came.
  }
}

function dismiss(socket: Socket): void {
  socket.onopen = null
  socket.onmessage = null
  socket.onclose = null
  socket.onpong = null
  ifStillOpen(() => socket.close(1000))
}

function readFrame(parse: Parse, text: string): ReadMessage {
  try {
    return readServerMessage(parse(text))
  } catch {
    return { kind: 'malformed' }
  }
}

function closeWords(opened: boolean, code: number, reason: string): string {
  const what = opened ? 'the socket was closed' : 'the socket did not open'
  const why =
    code === CLOSE_TOO_MANY_SOCKETS ? 'the application has reached its connection limit' : withoutSecrets(reason)
  return `${what} (${code}${why ? `: ${why}` : ''})`
}
