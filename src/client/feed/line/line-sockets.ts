import type { ServerMessage } from '../../../contract/messages.ts'
import { createLineSocket, type LineSocket, type LineSocketOptions, type Loss } from './line-socket.ts'

/** The line uses its current socket; in a handover the successor will replace it. */
type Role = 'current' | 'successor'

export interface LineSocketsEvents {
  /** Another one is being opened. */
  dialled(): void
  /** `goesOn` if it resumes an earlier subscription. */
  subscribed(role: Role, goesOn: boolean): void
  /** The server announced the end of the current one; repeated after the subscription if it came before. */
  endAnnounced(): void
  message(message: ServerMessage, role: Role): void
  /** An unreadable message; `lost` if it may have contained data. */
  unread(kind: 'unknown' | 'malformed', lost: boolean): void
  /** The current one misses its heartbeats, or recovered. */
  silent(): void
  heardAgain(): void
  /** A sign of life of a subscribed one. */
  heard(role: Role): void
  lost(role: Role, loss: Loss): void
}

/** The sockets of a line: one, or two in a handover. */
export type LineSockets = ReturnType<typeof createLineSockets>

export function createLineSockets(options: LineSocketOptions, events: LineSocketsEvents) {
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
    /** Subscribes again on the current one, to receive messages sent on subscription. */
    subscribeAgain: (): void => current?.subscribeAgain(),
    /** Opens the current one, with `connectMs` as timeout. */
    open(connectMs: number): void {
      current = dial(connectMs)
    },
    openSuccessor(connectMs: number): void {
      successor = dial(connectMs)
    },
    /** Closes and drops the current one; returns whether it had an address. */
    closeCurrent(): boolean {
      const wasDialled = current?.isDialled() ?? false
      current?.close()
      current = null
      return wasDialled
    },
    /** Drops the successor, which was lost or is not needed. */
    dropSuccessor(): void {
      successor?.close()
      successor = null
    },
    /** Makes the successor the current one, closes the old one, and returns whether it is subscribed. */
    promote(): boolean {
      current?.close()
      current = successor
      successor = null
      return current?.isSubscribed() ?? false
    },
    /** Silence of the current one; 0 before its subscription is confirmed. */
    silentMs: (): number => current?.silentMs() ?? 0,
    /** Checks for silence; called periodically. */
    watch(): void {
      successor?.watch()
      current?.watch()
    },
    close(): void {
      successor?.close()
      current?.close()
      successor = null
      current = null
    },
    /** Number of open or opening sockets. */
    count: (): number => [current, successor].filter((socket) => socket?.isDialled()).length,
  }
}
