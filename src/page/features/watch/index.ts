import type { DeskPart } from '../../live/desk-part.ts'
import { lazyPart } from '../../live/lazy-part.ts'
import { startLate } from '../../live/start-late.ts'

/** What the watch of the server raised, and who has seen to it: the log of the shift. */
export const watch: DeskPart = {
  id: 'watch',
  attach: (connection) =>
    startLate(
      connection.clock,
      () => import('./start-watch.ts'),
      ({ startWatch }) => startWatch(connection),
    ),
  Tool: lazyPart(() => import('./log-tool.tsx')),
  Cover: lazyPart(() => import('./log-cover.tsx')),
}
