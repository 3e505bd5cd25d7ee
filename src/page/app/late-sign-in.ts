import type { Environment } from '../../client/session/environment.ts'
import type { Clock } from '../../core/time/clock.ts'
import { Emitter } from '../../core/util/emitter.ts'
import type { PageDesk } from './sign-in-desk.ts'

/** Sign-in and sign-out; the code loads on first use, since most viewers do not need it. */
export function createLateSignIn(deps: {
  environment: Environment
  baseUrl: string
  clock: Clock
  /** The code of a wall link on its first use. */
  wallCode: string | null
}): { desk: PageDesk; signOut(): Promise<void> } {
  const changes = new Emitter<void>()
  let desk: PageDesk | null = null

  const load = once(async () => {
    const { createSession, createSignInDesk } = await import('./sign-in-desk.ts')
    const session = createSession(deps)
    desk = createSignInDesk({ ...deps, session })
    desk.subscribe(() => changes.emit())
    return { desk, session }
  })
  // Codes of links expire soon.
  if (deps.wallCode) void load()

  return {
    desk: {
      clock: deps.clock,
      state: () => desk?.state() ?? null,
      subscribe: (listener) => changes.subscribe(listener),
      challenged: async (challenge) => (await load()).desk.challenged(challenge),
      admitted: () => desk?.admitted(),
      submit: async (signIn) => (await load()).desk.submit(signIn),
    },
    signOut: async () => (await load()).session.signOut(),
  }
}

/** One that fails is tried again with the next call. */
function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | null = null
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = null
      throw error
    })
    return loading
  }
}
