import { isOwn, useAlarmLog } from '../../live/alarms/alarm-log.ts'
import { authorField, useOwnName } from '../../live/alarms/own-name.ts'
import { useRights } from '../../live/alarms/use-watch-query.ts'
import { useServerConnection } from '../../live/server-connection.ts'
import { type LoggedAlert, useAlerts } from './alert-store.ts'

/** Longer requests show progress. */
const MOMENT_MS = 700

/**
 * Acknowledges alerts: those of the server on the server, so that every screen shows the author; those of the page on
 * this page. Users without permission dismiss on this page only. Errors show in the panel.
 */
export function useAcknowledge() {
  const { clock, watch } = useServerConnection()
  const rights = useRights()
  const mayNot = rights?.acknowledge ?? null
  // Rows of viewer rules can be acknowledged by their owner in every role.
  const isShared = ({ alarm, isOfPage }: LoggedAlert) =>
    watch !== undefined && !isOfPage && (mayNot === null || isOwn(alarm))

  async function acknowledge(ids: readonly string[]): Promise<void> {
    const { log, sending, acknowledge: acknowledgeHere, set } = useAlerts.getState()
    const wanted = ids.filter((id) => !sending.includes(id))
    const meant = log.filter(({ id, acknowledgedMs }) => acknowledgedMs === null && wanted.includes(id))
    const shared = meant.filter(isShared)
    const here = meant.filter((alert) => !isShared(alert)).map(({ id }) => id)
    if (here.length > 0) acknowledgeHere(here, clock.now())
    if (shared.length === 0) return
    const signedIn = rights?.name ?? null
    const isForOthers = shared.some(({ alarm }) => !isOwn(alarm))
    if (isForOthers && rights && signedIn === null && useOwnName.getState().name.trim() === '') {
      set({ open: true, trouble: 'name', asked: ids })
      return
    }
    const stopTelling = clock.after(MOMENT_MS, () => set({ sending: [...useAlerts.getState().sending, ...wanted] }))
    try {
      const access = await watch!()
      for (const { id, alarm } of shared) {
        const { by } = authorField(signedIn)
        const said = isOwn(alarm)
          ? access.acknowledgePrivate(id, by ? { by } : {})
          : access.acknowledge(id, { ...authorField(signedIn), note: '' })
        useAlarmLog.getState().take([await said])
      }
      set({ trouble: null, asked: [] })
    } catch {
      set({ open: true, trouble: 'failed' })
    } finally {
      stopTelling()
      set({ sending: useAlerts.getState().sending.filter((id) => !wanted.includes(id)) })
    }
  }

  return { acknowledge, isShared, rights }
}
