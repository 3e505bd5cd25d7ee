import { useEffect, useState } from 'react'
import type { NamedTown } from '../../core/geo/towns.ts'
import type { Lang } from '../../locales/languages.ts'
import { usePage } from '../state/page-store.ts'

const NONE: readonly NamedTown[] = []

const LOADERS = {
  larger: () => import('../../core/geo/towns.ts').then(({ townsNamed }) => townsNamed),
  all: () =>
    Promise.all([import('../../core/geo/towns.ts'), import('../../core/geo/all-towns.ts')]).then(
      ([{ townsNamed }, { ALL_TOWNS }]) =>
        (lang: Lang) =>
          townsNamed(lang, ALL_TOWNS),
    ),
}

/**
 * The larger towns of the world in the language of the page, or `all` with the smaller ones of China; once loaded. Loading
 * starts with the first use.
 */
export function useTowns(isNeeded: boolean, which: keyof typeof LOADERS = 'larger'): readonly NamedTown[] {
  const lang = usePage((state) => state.lang)
  const [towns, setTowns] = useState(NONE)
  useEffect(() => {
    let isCurrent = true
    if (isNeeded)
      void LOADERS[which]().then(
        (named) => isCurrent && setTowns(named(lang)),
        () => {},
      )
    return () => {
      isCurrent = false
    }
  }, [isNeeded, which, lang])
  return towns
}
