import { type ComponentType, Suspense } from 'react'
import { partOnDemand } from '../ui/part/lazy-part.ts'

/** A component that loads when it is first on, as by a choice, and renders nothing while it is off. */
export function partWhile(useIsOn: () => boolean, load: () => Promise<{ default: ComponentType }>): ComponentType {
  const Part = partOnDemand(load)
  return () =>
    useIsOn() ? (
      <Suspense>
        <Part />
      </Suspense>
    ) : null
}
