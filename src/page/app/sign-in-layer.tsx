import { Suspense, useSyncExternalStore } from 'react'
import { ErrorBoundary } from '../live/error-boundary.tsx'
import { partOnDemand } from '../ui/part/lazy-part.ts'
import { ScreenFailed } from './screen-failed.tsx'
import type { PageDesk } from './sign-in-desk.ts'

// Most viewers never need it.
const SignIn = partOnDemand(() => import('./sign-in.tsx'))

/** Shows the sign-in dialog when one is required. */
export function SignInLayer({ desk }: { desk: PageDesk }) {
  const state = useSyncExternalStore(desk.subscribe, desk.state)
  return (
    <ErrorBoundary fallback={(_, reason) => <ScreenFailed reason={reason} />}>
      <Suspense>{state ? <SignIn desk={desk} state={state} /> : null}</Suspense>
    </ErrorBoundary>
  )
}
