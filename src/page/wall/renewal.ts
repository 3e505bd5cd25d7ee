import type { Clock } from '../../core/time/clock.ts'
import { createServerWatch, type ServerSight } from '../live/server-watch.ts'

/** While all is well. A new version is on the screen within ten seconds of this, its loading included. */
const LOOK_EVERY_MS = 4_000
/** While something is not. */
const LOOK_CLOSELY_MS = 1_500
/** A server that takes longer is as good as none. */
const ANSWER_WITHIN_MS = 2_500

/**
 * Looks after a page that nobody touches: has its lines try at once when the server is back, and loads the page anew
 * when the server brings another one. Answers how to stop.
 */
export function renewByItself(deps: {
  clock: Pick<Clock, 'after'>
  checkServer(timeoutMs: number): Promise<Exclude<ServerSight, { kind: 'unreachable' }>>
  /** Every line is live, as far as is known. */
  isWell(): boolean
  wake(): void
  mayReload(): boolean
  reload(): void
}): () => void {
  const { clock, checkServer, isWell, wake, mayReload, reload } = deps
  const watch = createServerWatch({
    clock,
    check: () => checkServer(ANSWER_WITHIN_MS),
    everyMs: ({ kind }) => (kind === 'same' && isWell() ? LOOK_EVERY_MS : LOOK_CLOSELY_MS),
    checked(sight, before) {
      // It has just answered, so a page that is loaded now will come.
      if (sight.kind === 'changed' && mayReload()) reload()
      // A line that seems to live may have died while the server was away.
      else if (before.kind === 'unreachable' && sight.kind !== 'unreachable') wake()
    },
  })
  return watch.close
}
