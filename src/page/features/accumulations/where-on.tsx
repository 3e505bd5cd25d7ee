import { type ComponentType, lazy, Suspense } from 'react'
import { usePage } from '../../state/page-store.ts'

/** A part that is loaded once the sums are on, and is nothing until then. */
export function whereOn(load: () => Promise<{ default: ComponentType }>): ComponentType {
  const Part = lazy(load)
  return () =>
    usePage(({ sums }) => sums.on) ? (
      <Suspense>
        <Part />
      </Suspense>
    ) : null
}
