import type { Clock } from '../../core/time/clock.ts'
import { heldOrMade } from '../../core/util/held-or-made.ts'

/**
 * Everything long-lived that was let in by a sign-in: sockets, streams of alarms, push subscriptions, rules of viewers' own. It
 * ends with that sign-in. Whatever lets somebody in for longer than one answer is to be added here.
 */
export interface SignInRegistry {
  /** Runs `end` once the sign-in is over: at once where it was ended, within half a minute where its time is. The answer takes it out. */
  add(signIn: string, end: () => void): () => void
  /** For what is kept through restarts: runs `look` whenever a sign-in, a password or a role may have ended. */
  onLook(look: () => unknown): () => void
  /** Looks now: something has changed of which this does not hear. */
  look(): void
  isInForce(signIn: string): Promise<boolean>
  close(): void
}

const LOOK_EVERY_MS = 30_000

export function createSignInRegistry(deps: {
  isInForce(signIn: string): Promise<boolean>
  /** Hears when some sign-in was ended before its time. */
  onEnded(listener: () => void): () => void
  clock: Clock
}): SignInRegistry {
  const { isInForce } = deps
  const held = new Map<string, Set<() => void>>()
  const looks = new Set<() => unknown>()

  async function endThoseOver(): Promise<void> {
    for (const signIn of [...held.keys()]) {
      if (await isInForce(signIn)) continue
      for (const end of held.get(signIn) ?? []) end()
    }
  }

  function look(): void {
    void endThoseOver()
    for (const each of looks) each()
  }

  const stops = [deps.clock.every(LOOK_EVERY_MS, look), deps.onEnded(look)]
  return {
    isInForce,
    look,
    add(signIn, end) {
      heldOrMade(held, signIn, () => new Set()).add(end)
      return () => {
        const ends = held.get(signIn)
        ends?.delete(end)
        if (ends?.size === 0) held.delete(signIn)
      }
    },
    onLook(listener) {
      looks.add(listener)
      return () => void looks.delete(listener)
    },
    close() {
      for (const stop of stops) stop()
    },
  }
}
