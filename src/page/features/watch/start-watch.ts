import type { Alarm } from '../../../contract/watch/alarms.ts'
import type { Unsubscribe } from '../../../core/util/emitter.ts'
import { countRelevantHere, useAlarmLog } from '../../live/alarms/alarm-log.ts'
import { followAlarms } from '../../live/alarms/follow-alarms.ts'
import { renewPush } from '../../live/alarms/push-device.ts'
import { openTabs, shareStream } from '../../live/alarms/shared-stream.ts'
import { followLevels } from '../../live/levels/follow-levels.ts'
import type { ServerAccess } from '../../live/server-access.ts'
import { startLate } from '../../live/start-late.ts'
import { usePage } from '../../state/page-store.ts'

/** Follows the server's alarms for the lifetime of the page, if it has any. Returns a function that stops this. */
export function startWatch({ watch, clock }: Pick<ServerAccess, 'watch' | 'clock'>): Unsubscribe | undefined {
  return (
    watch &&
    startLate(clock, watch, (access) => {
      const tabs = openTabs()
      const { alarms, follow } = access
      const levels = followLevels({ access, clock, random: Math.random })
      // Errors are shown by the settings panel.
      void renewPush(access, usePage.getState().lang).catch(() => {})
      const shared = tabs ? shareStream({ follow, tabs, clock, random: Math.random }) : follow
      const stops = [
        followAlarms({ access: { alarms, follow: shared }, clock, random: Math.random, heard: levels.heard }),
        levels.stop,
        useAlarmLog.subscribe(createTitle()),
      ]
      return () => {
        for (const stop of stops) stop()
      }
    })
  )
}

/** Shows the number of unacknowledged alarms in the title, which is visible while another tab is open. */
function createTitle(): (log: { alarms: readonly Alarm[] }) => void {
  const title = document.title.replace(/^\(\d+\) /, '')
  let shown = 0
  return ({ alarms }) => {
    const count = countRelevantHere(alarms, usePage.getState().watched)
    if (count === shown) return
    shown = count
    document.title = count > 0 ? `(${count}) ${title}` : title
  }
}
