import type { DeskPart } from '../../live/desk-part.ts'
import { lazyPart } from '../../live/lazy-part.ts'

/** What became worse at a watched airport, told once and kept in a log. */
export const alerts: DeskPart = {
  id: 'alerts',
  attach(connection) {
    let stop: (() => void) | null = null
    let stopped = false
    void import('./alert-watch.ts').then(({ watchAlerts }) => {
      if (!stopped) stop = watchAlerts(connection)
    })
    return () => {
      stopped = true
      stop?.()
    }
  },
  Strip: lazyPart(() => import('./alert-strip.tsx')),
  Tool: lazyPart(() => import('./alert-tool.tsx')),
  Layer: lazyPart(() => import('./alert-pulses.tsx')),
  Cover: lazyPart(() => import('./alert-cover.tsx')),
}
