import { useFormat } from '../../../i18n/format.ts'
import { useServerConnection } from '../../../live/server-connection.ts'
import { useShownStrikes } from '../../../live/strikes/shown-strikes.ts'
import { useNow } from '../../../live/time/use-now.ts'
import { useShownAt } from '../../../live/time/use-shown-at.ts'
import { usePage } from '../../../state/page-store.ts'
import { strikeSourceOf } from '../layer/strike-source.ts'
import { type LightningStatus, lightningStatus } from './lightning-status.ts'
import { pastStatus } from './past-status.ts'

/** What the row says: of the live line, or of the moment that is shown. */
export function useRowStatus(): LightningStatus {
  const source = strikeSourceOf(useServerConnection())
  const { utcTime } = useFormat()
  const windowMinutes = usePage((state) => state.windowMinutes)
  const lang = usePage((state) => state.lang)
  const choice = usePage((state) => state.strikeDisplay)
  const held = useShownStrikes()
  const shownAtMs = useShownAt()
  useNow() // the source is outside React: the clock says when to look at it
  if (shownAtMs === null) return lightningStatus(source.facts(windowMinutes, choice), lang)
  const time = utcTime(shownAtMs, true)
  const past = pastStatus({ held, shownAtMs, windowMinutes, view: source.view, choice, time })
  return { tone: 'warn', ...past, spoken: { key: 'past.spoken', values: {} } }
}
