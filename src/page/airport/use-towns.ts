import { useEffect, useState } from 'react'
import type { NamedTown } from '../../core/geo/towns.ts'
import { usePage } from '../state/page-store.ts'

const NONE: readonly NamedTown[] = []

/** The larger towns of the world in the language of the page, once loaded; loading starts with the first use. */
export function useTowns(isNeeded: boolean): readonly NamedTown[] {
  const lang = usePage((state) => state.lang)
  const [towns, setTowns] = useState(NONE)
  useEffect(() => {
    let isCurrent = true
    if (isNeeded)
      void import('../../core/geo/towns.ts').then(
        ({ townsNamed }) => isCurrent && setTowns(townsNamed(lang)),
        () => {},
      )
    return () => {
      isCurrent = false
    }
  }, [isNeeded, lang])
  return towns
}
