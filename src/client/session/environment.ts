import type { Clock } from '../../core/time/clock.ts'
import type { Unsubscribe } from '../../core/util/emitter.ts'
import type { Random } from '../../core/util/random.ts'

/** What the client touches of the outside world, so that tests and both users can pass their own. */
export interface Environment {
  clock: Clock
  random: Random
  fetch(url: string, init: RequestInit): Promise<Response>
  openSocket: OpenSocket
  /**
   * The same for who may have to stop at any moment: `mayReach` is asked again once a connection is made, and before anything
   * is written on it. A page has no such thing.
   */
  guarded?(mayReach: () => boolean): Pick<Environment, 'fetch' | 'openSocket'>
  /**
   * Calls when an open socket may be dead without saying so: the machine slept, the network came back, the tab was
   * thawed. A server has no such thing.
   */
  onWake?(listener: () => void): Unsubscribe
}

/** Opens a WebSocket. `headers` can be sent by servers alone; a browser's factory ignores them. */
export type OpenSocket = (url: string, headers: Record<string, string>) => Socket

/** The part of a WebSocket that is used. Handlers are set right after opening. */
export interface Socket {
  send(text: string): void
  close(code?: number, reason?: string): void
  onopen: (() => void) | null
  onmessage: ((text: string) => void) | null
  /** Called once, whether the socket closed, failed, or never opened (1006). */
  onclose: ((code: number, reason: string) => void) | null
  /** Asks for a sign of life below the messages, where the platform can; `onpong` hears the answer. */
  ping?(): void
  onpong?: (() => void) | null
}
