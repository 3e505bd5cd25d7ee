import { useEffect } from 'react'
import { useContract } from '../contract-context.ts'
import { mayReload } from './may-reload.ts'
import { renewByItself } from './renewal.ts'

/** Keeps lines and page those of the server that is there now. */
export function useRenewal(): void {
  const { clock, look, wake, strikes, reports } = useContract()
  useEffect(
    () =>
      renewByItself({
        clock,
        look,
        wake,
        isWell: () => [strikes, reports].every((feed) => feed.status().state === 'live'),
        mayReload: () => mayReload('version', clock.now(), sessionStorage),
        reload: () => location.reload(),
      }),
    [clock, look, wake, strikes, reports],
  )
}
