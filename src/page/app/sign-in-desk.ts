import type { Session } from '../../client/session/session.ts'
import type { SignInDesk } from '../../client/session/token-source.ts'
import type { SignIn, SignInChallenge } from '../../contract/brontide.ts'
import type { Clock } from '../../core/time/clock.ts'
import { Emitter } from '../../core/util/emitter.ts'

/** Why the last attempt did not open. */
export type SignInProblem =
  | { kind: 'wrong' }
  /** Until then, by the desk's clock, no further attempt is looked at. */
  | { kind: 'wait'; waitMs: number; untilMs: number }
  | { kind: 'failed' }
  /** The password was right, and yet the next request came without a session: the browser keeps no cookies. */
  | { kind: 'not-kept' }

export interface SignInState {
  challenge: SignInChallenge
  /** A password is being looked at, or was right and the map is about to go on. */
  busy: boolean
  problem: SignInProblem | null
}

export interface PageDesk extends SignInDesk {
  /** Null while nobody needs to sign in. */
  state(): SignInState | null
  subscribe(listener: () => void): () => void
  submit(signIn: SignIn): Promise<void>
  clock: Clock
}

/** Somebody may have signed in by another tab, or at the proxy in front. */
const LOOK_AGAIN_MS = 30_000

/** Has whatever needs a token wait until somebody has signed in. */
export function createSignInDesk(deps: { session: Session; clock: Clock }): PageDesk {
  const { session, clock } = deps
  const changes = new Emitter<void>()
  let state: SignInState | null = null
  let waiting: (() => void)[] = []
  let accepted = false // the last password was right, and nothing was minted since
  let cancelLook: (() => void) | null = null

  function set(next: SignInState | null): void {
    state = next
    changes.emit()
  }

  function letTry(): void {
    cancelLook?.()
    cancelLook = null
    const those = waiting
    waiting = []
    for (const go of those) go()
  }

  return {
    clock,
    state: () => state,
    subscribe: (listener) => changes.subscribe(listener),
    challenged(challenge) {
      if (!state) set({ challenge, busy: false, problem: null })
      else if (accepted) set({ challenge, busy: false, problem: { kind: 'not-kept' } })
      accepted = false
      cancelLook ??= clock.after(LOOK_AGAIN_MS, letTry)
      return new Promise((resolve) => waiting.push(resolve))
    },
    admitted() {
      accepted = false
      if (!state) return
      set(null)
      letTry()
    },
    async submit(signIn) {
      if (!state || state.busy) return
      const { challenge } = state
      set({ challenge, busy: true, problem: null })
      const outcome = await session.signIn(signIn)
      if (!state) return // let in meanwhile, by another tab
      if (outcome.kind === 'signed-in') {
        accepted = true
        return letTry()
      }
      const problem = outcome.kind === 'wait' ? { ...outcome, untilMs: clock.monotonicMs() + outcome.waitMs } : outcome
      set({ challenge, busy: false, problem })
    },
  }
}
