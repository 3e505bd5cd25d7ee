import { type AfterClose, afterClose, CLOSE_TOO_MANY_SOCKETS } from '../../contract/close-codes.ts'
import { readServerMessage, type ServerMessage } from '../../contract/messages.ts'
import { ContractError } from '../http/contract-api.ts'
import { type Parse, withoutSecrets } from '../http/exchange.ts'
import type { Environment, Socket } from '../session/environment.ts'

/** How often a silent socket is asked for a sign of life, where the platform can. */
const PROBE_EVERY_MS = 10_000
/** A socket that has answered such a question is dead when it answers none for this long. */
const PROBED_SILENCE_MS = 25_000

export interface SocketAddress {
  url: string
  headers: Record<string, string>
}

/** What a socket needs to be opened and understood. */
export interface LineSocketOptions {
  environment: Pick<Environment, 'clock' | 'openSocket'>
  /** Asked on each attempt, so that a fresh token is fetched. */
  address(): Promise<SocketAddress>
  parse: Parse
  /** The message that subscribes, sent as soon as the socket is open. */
  subscribe: string
  /** The message type that carries data. */
  dataType: ServerMessage['type']
  /** An open socket silent for this long is dead. */
  silenceMs: number
  /** The same for one whose server has told the state of its source: it does so again and again. */
  toldSilenceMs?: number
  /** True where data may be rare: then every message shows that the line lives, else only data does. */
  quiet: boolean
  /** The subscription stands this long after it was sent, where the server does not say so before. */
  settleMs: number
}

/** How a socket ended. */
export interface Loss {
  after: AfterClose
  /** In words, without any secret. */
  words: string
  /** It never closed: it had been silent for too long. */
  silent: boolean
  opened: boolean
  standing: boolean
  livedMs: number
}

export interface LineSocketEvents {
  /** There is a socket now, open or not. */
  dialled(): void
  /** The subscription stands. */
  standing(): void
  message(message: ServerMessage): void
  unread(kind: 'unknown' | 'malformed'): void
  /** After anything that shows that the line lives. */
  heard(): void
  /** Once; nothing follows it. */
  lost(loss: Loss): void
}

export interface LineSocket {
  readonly dialled: boolean
  readonly standing: boolean
  /** How long nothing has shown that it lives; 0 before its subscription stands. */
  silentMs(): number
  /** Looks for silence; called now and then. */
  watch(): void
  /** Nothing is heard of it any more; safe to call twice. */
  close(): void
}

/**
 * One attempt at a line: its address is asked, it is opened within `connectMs` and subscribed, and read until it is lost
 * or closed.
 */
export function createLineSocket(options: LineSocketOptions, events: LineSocketEvents, connectMs: number): LineSocket {
  const { clock, openSocket } = options.environment
  let socket: Socket | null = null
  let gone = false
  let standing = false
  let dialledMs = 0 // monotonic, as are the next two
  let openedMs: number | null = null
  let heardMs = 0
  let probedMs = 0
  let { silenceMs } = options
  let cancelSettle: (() => void) | null = null

  async function open(): Promise<void> {
    let address: SocketAddress
    try {
      // A step apart, so that whoever made this socket holds it before anything can happen to it.
      address = await Promise.resolve().then(options.address)
    } catch (error) {
      return lose('back-off', `no token: ${inWords(error)}`)
    }
    if (gone) return
    dialledMs = clock.monotonicMs()
    try {
      socket = openSocket(address.url, address.headers)
    } catch {
      return lose('back-off', 'the socket could not be opened: is its address right?')
    }
    socket.onopen = subscribe
    socket.onmessage = read
    socket.onclose = (code, reason) => lose(afterClose(code), closeWords(openedMs !== null, code, reason))
    socket.onpong = answered
    events.dialled()
  }

  function subscribe(): void {
    if (gone) return
    openedMs = clock.monotonicMs()
    heardMs = openedMs
    send(options.subscribe)
    ping() // at once, to learn whether such questions are answered
    cancelSettle = clock.after(options.settleMs, stand)
  }

  function stand(): void {
    if (gone || standing) return
    cancelSettle?.()
    standing = true
    events.standing()
  }

  function read(text: string): void {
    if (gone) return
    const frame = decode(text)
    const seen = frame === undefined ? ({ kind: 'malformed' } as const) : readServerMessage(frame)
    if (seen.kind !== 'message') {
      events.unread(seen.kind)
      return
    }
    const { type } = seen.message
    const showsLife = options.quiet || type === options.dataType || type === 'subscribed' || type === 'source_status'
    if (showsLife) heardMs = clock.monotonicMs()
    if (type === options.dataType || type === 'subscribed') stand()
    if (type === 'ping') send(JSON.stringify({ action: 'pong' }))
    if (type === 'source_status') silenceMs = Math.min(silenceMs, options.toldSilenceMs ?? silenceMs)
    events.message(seen.message)
    if (showsLife && !gone) events.heard()
  }

  /** To a question of ours below the messages. */
  function answered(): void {
    if (gone || !options.quiet) return
    heardMs = clock.monotonicMs()
    silenceMs = Math.min(silenceMs, PROBED_SILENCE_MS)
    events.heard()
  }

  function probe(nowMs: number): void {
    if (nowMs - Math.max(heardMs, probedMs) >= PROBE_EVERY_MS) ping()
  }

  function ping(): void {
    if (!options.quiet) return
    probedMs = clock.monotonicMs()
    try {
      socket?.ping?.()
    } catch {
      // Closing already: its close event follows.
    }
  }

  function decode(text: string): unknown {
    try {
      return options.parse(text)
    } catch {
      return undefined
    }
  }

  function send(text: string): void {
    try {
      socket?.send(text)
    } catch {
      // Closing already: its close event follows.
    }
  }

  function lose(after: AfterClose, words: string, silent = false): void {
    if (gone) return
    close()
    const livedMs = openedMs === null ? 0 : clock.monotonicMs() - openedMs
    events.lost({ after, words, silent, opened: openedMs !== null, standing, livedMs })
  }

  function close(): void {
    if (gone) return
    gone = true
    cancelSettle?.()
    if (!socket) return
    socket.onopen = null
    socket.onmessage = null
    socket.onclose = null
    socket.onpong = null
    try {
      socket.close(1000)
    } catch {
      // Closed already.
    }
  }

  void open()

  return {
    get dialled() {
      return socket !== null
    },
    get standing() {
      return standing
    },
    silentMs: () => (standing && !gone ? clock.monotonicMs() - heardMs : 0),
    watch() {
      const nowMs = clock.monotonicMs()
      const silentMs = nowMs - heardMs
      if (openedMs !== null) {
        if (silentMs > silenceMs) lose('back-off', `silent for ${Math.round(silentMs / 1000)} s`, true)
        else probe(nowMs)
      } else if (socket && nowMs - dialledMs > connectMs) {
        lose('back-off', `the socket did not open within ${Math.round(connectMs / 1000)} s`)
      }
    },
    close,
  }
}

function inWords(error: unknown): string {
  // Only our own errors are known to hold no secret.
  return error instanceof ContractError ? error.message : 'it could not be fetched'
}

function closeWords(opened: boolean, code: number, reason: string): string {
  const what = opened ? 'the socket was closed' : 'the socket did not open'
  const why = code === CLOSE_TOO_MANY_SOCKETS ? 'all sockets of the application are taken' : withoutSecrets(reason)
  return `${what} (${code}${why ? `: ${why}` : ''})`
}
