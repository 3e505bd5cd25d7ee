import { type ComponentType, Suspense } from 'react'
import { type PageState, usePage } from '../state/page-store.ts'
import { partOnDemand } from '../ui/part/lazy-part.ts'

/** A component that loads when a choice first turns it on, and renders nothing while it is off. */
export function partWhile(
  isOn: (state: PageState) => boolean,
  load: () => Promise<{ default: ComponentType }>,
): ComponentType {
  const Part = partOnDemand(load)
  return () =>
    usePage(isOn) ? (
      <Suspense>
        <Part />
      </Suspense>
    ) : null
}
