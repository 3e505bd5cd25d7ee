import { type ComponentType, lazy, Suspense } from 'react'
import { usePage } from '../../state/page-store.ts'

/** A lazily loaded component that renders nothing while the sums are off. */
export function whileOn(load: () => Promise<{ default: ComponentType }>): ComponentType {
  const Part = lazy(load)
  return () =>
    usePage(({ sums }) => sums.on) ? (
      <Suspense>
        <Part />
      </Suspense>
    ) : null
}
