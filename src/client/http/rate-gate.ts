import type { Priority } from './http.ts'

/**
 * Lets calls to a server through one at a time, spaced as its rate allows, the more urgent kinds first and in their order
 * within a kind.
 */
export interface RateGate {
  /** Resolves when the call may go; rejects with the signal's reason when the caller gives up. */
  enter(priority: Priority, signal?: AbortSignal): Promise<Pass>
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
