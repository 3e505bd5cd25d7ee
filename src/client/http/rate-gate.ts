import type { Priority } from './http.ts'

/**
 * Lets calls to a server through one at a time, spaced as its rate allows, the more urgent kinds first, and
 * those of each asker in their order.
 */
export interface RateGate {
  /**
   * Resolves when the call may go; rejects with the signal's reason when the caller gives up. Within a kind the askers
   * take turns, so that nobody's many calls keep another's one waiting.
   */
  enter(priority: Priority, signal?: AbortSignal, asker?: string): Promise<Pass>
  /** Lets nobody through before `untilMs` (Unix ms), after the server said 429. */
  pause(untilMs: number): Promise<void>
  /** How many callers wait. */
  queued(): Promise<number>
}

/** A call that was let through. */
export interface Pass {
  /** To be told once the call was answered, or is known to have failed. Never rejects. */
  answered(): Promise<void>
}
