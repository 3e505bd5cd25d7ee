import { type AfterClose, afterClose, CLOSE_TOO_MANY_SOCKETS } from '../../../contract/close-codes.ts'
import { type ReadMessage, readServerMessage, type ServerMessage } from '../../../contract/messages.ts'
import { SECOND_MS } from '../../../core/time/durations.ts'
import { isErrorMessage } from '../../http/answer-body.ts'
import { ContractError } from '../../http/contract-api.ts'
import { errorDetail, type Parse, withoutSecrets } from '../../http/exchange.ts'
import type { Environment, Socket } from '../../session/environment.ts'
import { createHeartbeatWatch, type HeartbeatWatch } from './heartbeat-watch.ts'
import { faultOfClose, type LineFault } from './line-fault.ts'
import { createSocketLife } from './socket-life.ts'

export interface SocketAddress {
  url: string
  headers: Record<string, string>
}

export interface FrameReader {
  take(text: string): void
  /** Calls `act` after all accepted messages are read. */
  after(act: () => void): void
  /** Reads pending messages immediately. */
  flush(): void
}

/** For clients without other work. */
const readAtOnce = (read: (text: string) => void): FrameReader => ({ take: read, after: (act) => act(), flush() {} })

export interface LineSocketOptions {
  environment: Pick<Environment, 'clock' | 'openSocket' | 'random'>
  /** Called on each attempt for a fresh token; with `withinMs` as timeout. */
  address(withinMs?: number): Promise<SocketAddress>
  parse: Parse
  /** For clients that must not block on a long message: reads it in slices, by `read`. */
  readerOf?(read: (text: string) => void): FrameReader
  /** The subscription message, sent once the socket is open. */
  subscribe(): string
  /** The message type that carries data. */
  dataType: ServerMessage['type']
  /** Timeout of an open, silent socket. */
  silenceMs: number
  /** The same for a server that repeats the state of its source. */
  silenceWithStatusMs?: number
  /** True for rare data: any message is a sign of life. Otherwise only data is. */
  dataIsRare: boolean
  /** Without a confirmation a subscription counts as confirmed after this time. */
  confirmWithinMs: number
}

export interface Loss {
  after: AfterClose
  /** Error message without secrets. */
  words: string
  fault: LineFault
  /** Not closed, but silent for too long. */
  silent?: boolean
  opened: boolean
  /** Timed out before it was open. */
  unanswered?: boolean
  /** Time it was open. */
  livedMs: number
  /** Retry delay requested by the server, if any. */
  leaveAloneMs?: number
}

export interface LineSocketEvents {
  /** The address is known, and the socket is being opened. */
  dialled(): void
  /** The subscription is confirmed; `goesOn` if it resumes an earlier one. */
  subscribed(goesOn: boolean): void
  message(message: ServerMessage): void
  unread(kind: 'unknown' | 'malformed'): void
  /** After each sign of life. */
  heard(): void
  /** The announced heartbeat is overdue; the machine may have changed networks. */
  silent(): void
  /** A message arrived after that. */
  heardAgain(): void
  /** Called once, last. */
  lost(loss: Loss): void
}

export interface LineSocket {
  /** Its address is known, and it is open or being opened. */
  isDialled(): boolean
  isSubscribed(): boolean
  /** Subscribes again, to receive messages sent on subscription. */
  subscribeAgain(): void
  /** Time without a sign of life; 0 before the subscription is confirmed. */
  silentMs(): number
  /** Checks for silence; called periodically. */
  watch(): void
  /** Closes without further events; idempotent. */
  close(): void
}

/** One attempt: fetches the address, opens within `connectMs`, subscribes, and reads until it is lost or closed. */
export function createLineSocket(options: LineSocketOptions, events: LineSocketEvents, connectMs: number): LineSocket {
  const { environment, dataIsRare, dataType } = options
  const { clock } = environment
  let socket: Socket | null = null
  let gone = false
  let subscribed = false
  let openedMs: number | null = null // monotonic
  let cancelWait: (() => void) | undefined // for opening, then for the subscription
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

  function read(frame: Frame): void {
    if (gone) return
    if (frame.kind !== 'message') {
      if (!subscribed && frame.error) lose('back-off', 'subscription-refused', frame.error)
      else events.unread(frame.kind)
      return
    }
    const { type } = frame.message
    const brings = dataIsRare || type === dataType || type === 'subscribed' // a source state carries no records
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
    reader.flush() // received messages count
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

/** Fetches the address, or its error. Asynchronous, so that the caller holds the socket before any event. */
async function addressOf(
  { address }: LineSocketOptions,
  connectMs: number,
): Promise<SocketAddress | Pick<Loss, 'words' | 'leaveAloneMs' | 'unanswered'>> {
  await Promise.resolve()
  try {
    return await address(TIMES_FOR_TOKEN * connectMs)
  } catch (error) {
    // Only our own errors are known to contain no secrets.
    const known = error instanceof ContractError ? error : null
    const words = `no token: ${known?.message ?? 'it could not be fetched'}`
    return { words, leaveAloneMs: known?.retryAfterMs ?? 0, unanswered: known?.reason === 'timeout' }
  }
}

/** Factor of the timeout for a token that has to be fetched. */
const TIMES_FOR_TOKEN = 3
const NOT_OPENED = 'the socket did not open within the timeout'

function hearBeat(heartbeat: HeartbeatWatch, message: ServerMessage): void {
  const everySeconds = message.type === 'subscribed' && message.heartbeat_seconds
  if (everySeconds) heartbeat.told(everySeconds * SECOND_MS)
  else heartbeat.heard()
}

/** A closing or closed socket throws; its close event handles the rest. */
function ifStillOpen(run: () => void): void {
  try {
    run()
  } catch {
    // The close event follows or has been handled.
  }
}

function dismiss(socket: Socket): void {
  socket.onopen = null
  socket.onmessage = null
  socket.onclose = null
  socket.onpong = null
  ifStillOpen(() => socket.close(1000))
}

/** With an `error`, an unreadable message refuses a subscription that is not confirmed yet. */
type Frame = ReadMessage & { error?: string }

function readFrame(parse: Parse, text: string): Frame {
  try {
    const frame = parse(text)
    const read = readServerMessage(frame)
    if (read.kind === 'message' || !isErrorMessage(frame)) return read
    return { ...read, error: `the subscription was refused: ${errorDetail(frame) ?? 'no reason given'}` }
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
