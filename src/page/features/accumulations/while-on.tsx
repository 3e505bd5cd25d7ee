import { type ComponentType, Suspense } from 'react'
import { usePage } from '../../state/page-store.ts'
import { partOnDemand } from '../../ui/part/lazy-part.ts'

/** A lazily loaded component that renders nothing while the sums are off. */
export function whileOn(load: () => Promise<{ default: ComponentType }>): ComponentType {
  const Part = partOnDemand(load)
  return () =>
    usePage(({ sums }) => sums.on) ? (
      <Suspense>
        <Part />
      </Suspense>
    ) : null
}
