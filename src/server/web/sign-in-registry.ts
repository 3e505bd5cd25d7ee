import type { Clock } from '../../core/time/clock.ts'
import { heldOrMade } from '../../core/util/held-or-made.ts'

/**
 * Registry of everything long-lived that depends on a sign-in: sockets, alarm streams, push subscriptions, viewer
 * rules. It ends with the sign-in. Anything that outlives one response must be added here.
 */
export type SignInRegistry = ReturnType<typeof createSignInRegistry>

const LOOK_EVERY_MS = 30_000

export function createSignInRegistry(deps: {
  isInForce(signIn: string): Promise<boolean>
  /** Notifies of sign-ins ended before their expiry. */
  onEnded(listener: () => void): () => void
  clock: Clock
}) {
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
    /** Checks now, after a change that the registry does not observe. */
    look,
    /**
     * Runs `end` once the sign-in has ended: immediately after a sign-out, within half a minute after expiry. The
     * returned function removes the entry.
     */
    add(signIn: string, end: () => void): () => void {
      heldOrMade(held, signIn, () => new Set()).add(end)
      return () => {
        const ends = held.get(signIn)
        ends?.delete(end)
        if (ends?.size === 0) held.delete(signIn)
      }
    },
    /** For persistent state: runs `look` after each end of a sign-in, password or role. */
    onLook(listener: () => unknown): () => void {
      looks.add(listener)
      return () => void looks.delete(listener)
    },
    close(): void {
      for (const stop of stops) stop()
    },
  }
}
