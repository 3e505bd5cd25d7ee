import { lazy } from 'react'
import type { DeskPart } from '../../shell/desk-part.ts'

/** What became worse at a watched airport, told once and kept in a log. */
export const alerts: DeskPart = {
  id: 'alerts',
  attach(contract) {
    let stop: (() => void) | null = null
    let stopped = false
    void import('./alert-watch.ts').then(({ watchAlerts }) => {
      if (!stopped) stop = watchAlerts(contract)
    })
    return () => {
      stopped = true
      stop?.()
    }
  },
  Strip: lazy(() => import('./alert-strip.tsx')),
  Tool: lazy(() => import('./alert-tool.tsx')),
  Layer: lazy(() => import('./alert-pulses.tsx')),
  Cover: lazy(() => import('./alert-cover.tsx')),
}
