import type { Session } from '../../client/session/session.ts'
import type { SignInDesk } from '../../client/session/token-source.ts'
import type { SignIn, SignInChallenge } from '../../contract/brontide.ts'
import type { Clock } from '../../core/time/clock.ts'
import { Emitter } from '../../core/util/emitter.ts'

export { createSession } from '../../client/session/session.ts'

/** Why the last attempt did not open. */
export type SignInProblem =
  | { kind: 'wrong' }
  /** Until then, by the desk's clock, no further attempt is looked at. */
  | { kind: 'wait'; waitMs: number; untilMs: number }
  | { kind: 'failed' }
  /** The password was right, and yet the next request came without a session: the browser keeps no cookies. */
  | { kind: 'not-kept' }
  /** The link that the wall was opened by lets nobody in any more. */
  | { kind: 'link' }

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
/** A wall's link is shown again so soon and so often where the server does not answer. */
const LINK_AGAIN_MS = 3_000
const LINK_TRIES = 20

/** Has whatever needs a token wait until somebody has signed in. A wall shows the code of its link, where it has one. */
export function createSignInDesk(deps: { session: Session; clock: Clock; wallCode?: string | null }): PageDesk {
  const { session, clock, wallCode } = deps
  const changes = new Emitter<void>()
  let state: SignInState | null = null
  let waiting: (() => void)[] = []
  let accepted = false // the last password was right, and nothing was minted since
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

  /** Has whoever is there sign in; resolves when a token is to be asked for again. */
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
