import { useEffect } from 'react'
import { useServerConnection } from '../live/server-connection.ts'
import { tabStorage } from '../state/browser-storage.ts'
import { mayReload } from './may-reload.ts'
import { renewByItself } from './renewal.ts'

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
        mayReload: () => mayReload('version', clock.now(), tabStorage()),
        reload: () => location.reload(),
      }),
    [clock, checkServer, wake, strikes, reports],
  )
}
