import type { ClientMessage } from '../../../contract/messages.ts'
import type { TokenProduct } from '../accounts/application.ts'
import type { Frame } from './fan-out.ts'

/** One open socket, as a channel sees it. */
export interface Viewer {
  send(frame: Frame): void
  /** What was sent and has not left yet. */
  unsentBytes(): number
}

/** What a socket path offers: who is subscribed to what, and what is sent to them. */
export interface Channel {
  readonly path: string
  readonly product: TokenProduct
  /** Answers false where the message is none of the channel's: it is ignored and counted. */
  receive(viewer: Viewer, message: ClientMessage): boolean
  leave(viewer: Viewer): void
  close(): void
}
