import { useMemo } from 'react'
import { type LoggedAlert, useAlerts } from './alert-store.ts'
import { toneOf } from './entry-text.ts'

/** Alerts that nobody has acknowledged: lightning that is near before all else, and then the newest first. */
export function useWaiting(): readonly LoggedAlert[] {
  const log = useAlerts((state) => state.log)
  return useMemo(() => {
    const waiting = log.filter((each) => each.acknowledgedMs === null)
    return waiting.sort((a, b) => Number(toneOf(b) === 'bad') - Number(toneOf(a) === 'bad'))
  }, [log])
}
