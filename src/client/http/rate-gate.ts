import type { Priority } from './http.ts'

/** Admits calls to a server one at a time, spaced by its rate, urgent kinds first, each asker's calls in order. */
export interface RateGate {
  /**
   * Resolves when the call may be sent; rejects with the signal's reason on abort. Callers of one kind take turns, so
   * that many calls of one caller do not delay the others.
   */
  enter(priority: Priority, signal?: AbortSignal, asker?: string): Promise<Pass>
  /** Admits no call before `untilMs` (Unix ms), after a 429. */
  pause(untilMs: number): Promise<void>
  queued(): Promise<number>
}

/** An admitted call. */
export interface Pass {
  /** Call it after the response or failure. Never rejects. */
  answered(): Promise<void>
}
