import type { ClientMessage } from '../../../contract/messages.ts'
import type { TokenProduct } from '../accounts/application.ts'
import type { Frame } from './fan-out.ts'

/** An open socket, from the view of a channel. */
export interface Viewer {
  /** The application whose limits apply: of a page, its address. */
  readonly of: string
  send(frame: Frame): void
  /** Bytes sent and not yet transmitted. */
  unsentBytes(): number
  /** False if no bytes were transmitted for a minute: the viewer is disconnected. */
  stillReads(): boolean
}

/** A socket endpoint: subscriptions and delivery. */
export interface Channel {
  readonly path: string
  readonly product: TokenProduct
  /** Null, or why the message is invalid: it is counted and the reason is sent to the viewer. */
  receive(viewer: Viewer, message: ClientMessage): string | null
  /** Bytes held for viewers in replay. */
  heldBytes?(): number
  leave(viewer: Viewer): void
  close(): void
}
