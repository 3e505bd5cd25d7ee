import type { DeskPart } from '../../live/desk-part.ts'
import { startLate } from '../../live/start-late.ts'
import { lazyPart } from '../../ui/part/lazy-part.ts'

/** Deteriorations at pinned airports, notified once and kept in a log. */
export const alerts: DeskPart = {
  id: 'alerts',
  attach: (connection) =>
    startLate(
      connection.clock,
      () => import('./alert-watch.ts'),
      ({ watchAlerts }) => watchAlerts(connection),
    ),
  Strip: lazyPart(() => import('./alert-strip.tsx')),
  Tool: lazyPart(() => import('./alert-tool.tsx')),
  Layer: lazyPart(() => import('./alert-pulses.tsx')),
  Cover: lazyPart(() => import('./alert-cover.tsx')),
}
