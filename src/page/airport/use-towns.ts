import { useEffect, useState } from 'react'
import type { Town } from '../../core/geo/towns.ts'

const NONE: readonly Town[] = []

/** The larger towns of the world, once they are here; they load when somebody first needs one. */
export function useTowns(isNeeded: boolean): readonly Town[] {
  const [towns, setTowns] = useState(NONE)
  useEffect(() => {
    if (isNeeded)
      void import('../../core/geo/towns.ts').then(
        ({ TOWNS }) => setTowns(TOWNS),
        () => {},
      )
  }, [isNeeded])
  return towns
}
