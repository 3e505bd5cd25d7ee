import type { ServerMessage } from '../../../contract/messages.ts'
import { createLineSocket, type LineSocket, type LineSocketOptions, type Loss } from './line-socket.ts'

/** The socket that a line goes by is its current one; in a handover, the one that will take its place is the successor. */
type Role = 'current' | 'successor'

/** What a line hears of its sockets. */
export interface LineSocketsEvents {
  /** One more is being opened. */
  dialled(): void
  /** `goesOn` where what came since an earlier one follows by the socket. */
  subscribed(role: Role, goesOn: boolean): void
  /** The current one will be ended by the server soon; told again when it is subscribed, where it was told before that. */
  endAnnounced(): void
  message(message: ServerMessage, role: Role): void
  /** A message that could not be read; `lost` where it may have held data that nothing else brings. */
  unread(kind: 'unknown' | 'malformed', lost: boolean): void
  /** The current one has not spoken as often as its server says, and has after all. */
  silent(): void
  heardAgain(): void
  /** A subscribed one showed that it lives. */
  heard(role: Role): void
  lost(role: Role, loss: Loss): void
}

/** The sockets of a line: one, or two in a handover. */
export interface LineSockets {
  /** Opens the current one, which has to be open within `connectMs`. */
  open(connectMs: number): void
  openSuccessor(connectMs: number): void
  /** Closes the current one and forgets it; answers whether it had got as far as having an address. */
  closeCurrent(): boolean
  /** Forgets the successor, which was lost or is not needed. */
  dropSuccessor(): void
  /** Makes the successor the current one, and answers whether it is subscribed; the old one is closed. */
  promote(): boolean
  hasSuccessor(): boolean
  /** How long the current one has been silent; 0 before its subscription stands. */
  silentMs(): number
  /** Looks for silence; called now and then. */
  watch(): void
  /** The current one hears again what is told to everybody who subscribes. */
  subscribeAgain(): void
  close(): void
  /** How many are open, or are being opened. */
  count(): number
}

export function createLineSockets(options: LineSocketOptions, events: LineSocketsEvents): LineSockets {
  let current: LineSocket | null = null
  let successor: LineSocket | null = null

  function dial(connectMs: number): LineSocket {
    let endAnnounced = false
    const role = (): Role => (own === successor ? 'successor' : 'current')
    const own = createLineSocket(
      options,
      {
        dialled: events.dialled,
        subscribed(goesOn) {
          events.subscribed(role(), goesOn)
          if (endAnnounced && own === current) events.endAnnounced()
        },
        message(message) {
          if (message.type === 'server_notice') {
            endAnnounced = true
            if (own === current) events.endAnnounced()
          }
          events.message(message, role())
        },
        unread: (kind) => events.unread(kind, kind === 'malformed' && own === current && own.isSubscribed()),
        silent: () => own === current && events.silent(),
        heardAgain: () => own === current && events.heardAgain(),
        heard: () => own.isSubscribed() && events.heard(role()),
        lost: (loss) => events.lost(role(), loss),
      },
      connectMs,
    )
    return own
  }

  return {
    subscribeAgain: () => current?.subscribeAgain(),
    open(connectMs) {
      current = dial(connectMs)
    },
    openSuccessor(connectMs) {
      successor = dial(connectMs)
    },
    closeCurrent() {
      const wasDialled = current?.isDialled() ?? false
      current?.close()
      current = null
      return wasDialled
    },
    dropSuccessor() {
      successor?.close()
      successor = null
    },
    promote() {
      current?.close()
      current = successor
      successor = null
      return current?.isSubscribed() ?? false
    },
    hasSuccessor: () => successor !== null,
    silentMs: () => current?.silentMs() ?? 0,
    watch() {
      successor?.watch()
      current?.watch()
    },
    close() {
      successor?.close()
      current?.close()
      successor = null
      current = null
    },
    count: () => [current, successor].filter((socket) => socket?.isDialled()).length,
  }
}
