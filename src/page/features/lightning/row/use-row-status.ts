import { useFormat } from '../../../i18n/format.ts'
import { useServerConnection } from '../../../live/server-connection.ts'
import { useShownStrikes } from '../../../live/strikes/use-shown-strikes.ts'
import { useNow } from '../../../live/time/use-now.ts'
import { useShownAt } from '../../../live/time/use-shown-at.ts'
import { useLightningLine } from '../../../live/use-line-state.ts'
import { usePage } from '../../../state/page-store.ts'
import { mapBox } from '../layer/map-box.ts'
import { lightningFacts } from './lightning-facts.ts'
import { type LightningStatus, lightningStatus } from './lightning-status.ts'
import { pastStatus } from './past-status.ts'

/** The texts of the row: of the live feed, or of the shown moment. */
export function useRowStatus(): Omit<LightningStatus, 'afar'> {
  const connection = useServerConnection()
  const { utcTime } = useFormat()
  const windowMinutes = usePage((state) => state.windowMinutes)
  const lang = usePage((state) => state.lang)
  const choice = usePage((state) => state.strikeDisplay)
  const held = useShownStrikes()
  const shownAtMs = useShownAt()
  useNow() // strikes are held outside React: the clock triggers updates
  useLightningLine()
  if (shownAtMs === null) return lightningStatus(lightningFacts(connection, mapBox(), windowMinutes, choice), lang)
  const time = utcTime(shownAtMs, true)
  const past = pastStatus({ held, shownAtMs, windowMinutes, view: mapBox(), choice, time })
  return { tone: 'warn', ...past, spoken: { key: 'past.spoken', values: {} } }
}
