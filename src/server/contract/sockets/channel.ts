import type { ClientMessage } from '../../../contract/messages.ts'
import type { TokenProduct } from '../accounts/application.ts'
import type { Frame } from './fan-out.ts'

/** One open socket, as a channel sees it. */
export interface Viewer {
  /** The application whose limits it uses: of a page, its address. */
  readonly of: string
  send(frame: Frame): void
  /** What was sent and has not left yet. */
  unsentBytes(): number
  /** False where nothing has left for a minute: the viewer is let go. */
  stillReads(): boolean
}

/** What a socket path offers: who is subscribed to what, and what is sent to them. */
export interface Channel {
  readonly path: string
  readonly product: TokenProduct
  /** Answers null, or why the message is none of the channel's: it is then counted, and the viewer is told. */
  receive(viewer: Viewer, message: ClientMessage): string | null
  /** Bytes that are held for viewers who are not live yet. */
  heldBytes?(): number
  leave(viewer: Viewer): void
  close(): void
}
