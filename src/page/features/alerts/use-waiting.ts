import { useMemo } from 'react'
import { type LoggedAlert, useAlerts } from './alert-store.ts'

/** Alerts that nobody has acknowledged, the newest first. */
export function useWaiting(): readonly LoggedAlert[] {
  const log = useAlerts((state) => state.log)
  return useMemo(() => log.filter((each) => each.acknowledgedMs === null), [log])
}
