import type { Clock } from '../../core/time/clock.ts'
import type { Unsubscribe } from '../../core/util/emitter.ts'
import type { Random } from '../../core/util/random.ts'

/** External dependencies of the client, replaceable by tests, page and server. */
export interface Environment {
  clock: Clock
  random: Random
  fetch(url: string, init: RequestInit): Promise<Response>
  openSocket: OpenSocket
  /**
   * The same for processes that may have to stop at any time: `mayReach` is checked again after connecting and before
   * writing. Absent on a page.
   */
  guarded?(mayReach: () => boolean): Pick<Environment, 'fetch' | 'openSocket'>
  /**
   * Calls when an open socket may be dead: the machine slept, the network changed, the tab was thawed. Absent on a
   * server.
   */
  onWake?(listener: () => void): Unsubscribe
}

/** Opens a WebSocket. Only servers can send `headers`; browsers ignore them. */
export type OpenSocket = (url: string, headers: Record<string, string>) => Socket

/** The handlers of a socket that nobody hears yet. */
export const UNHEARD = { onopen: null, onmessage: null, onclose: null, onpong: null }

/** The used part of a WebSocket. Handlers are set right after opening. */
export interface Socket {
  send(text: string): void
  close(code?: number, reason?: string): void
  onopen: (() => void) | null
  onmessage: ((text: string) => void) | null
  /** Called once, whether the socket closed, failed, or never opened (1006). */
  onclose: ((code: number, reason: string) => void) | null
  /** Sends a ping frame, if the platform supports it; `onpong` receives the answer. */
  ping?(): void
  onpong?: (() => void) | null
}
