import { useEffect } from 'react'
import type { Clock } from '../../core/time/clock.ts'
import { useServerConnection } from '../live/server-connection.ts'
import { createServerWatch, type ServerSight } from '../live/server-watch.ts'
import { mayReload } from './may-reload.ts'

/** Normal interval. A new version is on the screen within ten seconds, loading included. */
const LOOK_EVERY_MS = 4_000
/** Interval during a fault. */
const LOOK_CLOSELY_MS = 1_500
const ANSWER_WITHIN_MS = 2_500

/**
 * Recovers an unattended page: reconnects its feeds as soon as the server returns, and reloads the page when the server
 * has a new version. Returns a function that stops this.
 */
export function renewByItself(deps: {
  clock: Pick<Clock, 'after'>
  checkServer(timeoutMs: number): Promise<Exclude<ServerSight, { kind: 'unreachable' }>>
  /** Whether every feed is live. */
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
      // The server has just responded, so the page will load.
      if (sight.kind === 'changed' && mayReload()) reload()
      // A connection that seems open may have broken during the outage.
      else if (before.kind === 'unreachable' && sight.kind !== 'unreachable') wake()
    },
  })
  return watch.close
}

/** Keeps feeds and page in sync with the present server. */
export function useRenewal(): void {
  const { clock, checkServer, wake, strikes, reports } = useServerConnection()
  useEffect(
    () =>
      renewByItself({
        clock,
        checkServer,
        wake,
        isWell: () => [strikes, reports].every((feed) => feed.status().state === 'live'),
        mayReload: () => mayReload('version', clock.now()),
        reload: () => location.reload(),
      }),
    [clock, checkServer, wake, strikes, reports],
  )
}
