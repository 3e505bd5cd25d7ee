import { lazy } from 'react'
import type { DeskPart } from '../../shell/desk-part.ts'
import { lazyPart } from '../../shell/lazy-part.ts'

/** The lightning clock of every airport: in its panel, and at a glance for those that are watched. */
export const lightningClock: DeskPart = {
  id: 'lightning-clock',
  attach(contract) {
    let stop: (() => void) | null = null
    let stopped = false
    void import('../../shell/airport-clocks.ts').then(({ clockKeeperOf }) => {
      if (!stopped) stop = clockKeeperOf(contract).attach()
    })
    return () => {
      stopped = true
      stop?.()
    }
  },
  Strip: lazyPart(() => import('./watch-strip.tsx')),
  Layer: lazyPart(() => import('./highlight-layer.tsx')),
  AirportSection: lazy(() => import('./clock-section.tsx')),
}
