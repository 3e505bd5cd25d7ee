import type { Session } from '../../client/session/session.ts'
import type { SignInDesk } from '../../client/session/token-source.ts'
import type { SignInChallenge } from '../../contract/brontide.ts'
import type { SignIn } from '../../contract/server/sign-in.ts'
import type { Clock } from '../../core/time/clock.ts'
import { Emitter } from '../../core/util/emitter.ts'

export { createSession } from '../../client/session/session.ts'

/** Why the last attempt did not open. */
export type SignInProblem =
  | { kind: 'wrong' }
  /** Until this time of the desk's clock further attempts are rejected. */
  | { kind: 'wait'; waitMs: number; untilMs: number }
  | { kind: 'failed' }
  /** The password was right, but the next request had no session: the browser blocks cookies. */
  | { kind: 'not-kept' }
  /** The wall link is no longer valid. */
  | { kind: 'link' }

export interface SignInState {
  challenge: SignInChallenge
  /** The password is being verified, or was accepted and the map is about to resume. */
  busy: boolean
  problem: SignInProblem | null
}

export interface PageDesk extends SignInDesk {
  /** Null while no sign-in is required. */
  state(): SignInState | null
  subscribe(listener: () => void): () => void
  submit(signIn: SignIn): Promise<void>
  clock: Clock
}

/** The user may have signed in in another tab, or at a reverse proxy. */
const LOOK_AGAIN_MS = 30_000
/** Retry interval of a wall's link while the server is unreachable. */
const LINK_AGAIN_MS = 3_000
const LINK_TRIES = 20

/** Blocks token requests until the user has signed in. A wall shows the code of its link, if it has one. */
export function createSignInDesk(deps: { session: Session; clock: Clock; wallCode?: string | null }): PageDesk {
  const { session, clock, wallCode } = deps
  const changes = new Emitter<void>()
  let state: SignInState | null = null
  let waiting: (() => void)[] = []
  let accepted = false // the last password was right, and no token was issued since
  let cancelLook: (() => void) | null = null
  let showing = wallCode ? showLink(wallCode) : null

  async function showLink(wall: string): Promise<SignInProblem | null> {
    for (let tries = 1; ; tries++) {
      const outcome = await session.signIn({ wall })
      if (outcome.kind === 'signed-in') return null
      if (outcome.kind === 'wrong') return { kind: 'link' }
      if (tries === LINK_TRIES) return { kind: 'failed' }
      await new Promise<void>((resolve) => clock.after(LINK_AGAIN_MS, resolve))
    }
  }

  function set(next: SignInState | null): void {
    state = next
    changes.emit()
  }

  /** Requests a sign-in; resolves when a token can be requested again. */
  function ask(challenge: SignInChallenge, problem: SignInProblem | null): Promise<void> {
    if (!state || problem) set({ challenge, busy: false, problem })
    else if (accepted) set({ challenge, busy: false, problem: { kind: 'not-kept' } })
    accepted = false
    cancelLook ??= clock.after(LOOK_AGAIN_MS, letTry)
    return new Promise((resolve) => waiting.push(resolve))
  }

  async function askAfter(link: Promise<SignInProblem | null>, challenge: SignInChallenge): Promise<void> {
    const problem = await link
    showing = null
    if (problem) await ask(challenge, problem)
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
    challenged: (challenge) => (showing ? askAfter(showing, challenge) : ask(challenge, null)),
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
      if (!state) return // signed in in another tab
      if (outcome.kind === 'signed-in') {
        accepted = true
        return letTry()
      }
      const problem = outcome.kind === 'wait' ? { ...outcome, untilMs: clock.monotonicMs() + outcome.waitMs } : outcome
      set({ challenge, busy: false, problem })
    },
  }
}
