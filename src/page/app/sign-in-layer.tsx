import { lazy, Suspense, useSyncExternalStore } from 'react'
import type { PageDesk } from './sign-in-desk.ts'

// Most viewers never need it.
const SignIn = lazy(() => import('./sign-in.tsx'))

/** Shows the sign-in dialog when one is required. */
export function SignInLayer({ desk }: { desk: PageDesk }) {
  const state = useSyncExternalStore(desk.subscribe, desk.state)
  return <Suspense>{state ? <SignIn desk={desk} state={state} /> : null}</Suspense>
}
