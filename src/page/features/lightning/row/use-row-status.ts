import { useContract } from '../../shell/contract-context.ts'
import { useFormat } from '../../shell/format.ts'
import { useShell } from '../../shell/shell-store.ts'
import { useShownStrikes } from '../../shell/shown-strikes.ts'
import { useNow } from '../../shell/use-now.ts'
import { useShownAt } from '../../shell/use-shown-at.ts'
import { type LightningStatus, lightningStatus } from './lightning-status.ts'
import { pastStatus } from './past-status.ts'
import { strikeSourceOf } from './strike-source.ts'

/** What the row says: of the live line, or of the moment that is shown. */
export function useRowStatus(): LightningStatus {
  const source = strikeSourceOf(useContract())
  const { utcTime } = useFormat()
  const windowMinutes = useShell((state) => state.windowMinutes)
  const lang = useShell((state) => state.lang)
  const choice = useShell((state) => state.strikeChoice)
  const held = useShownStrikes()
  const shownAtMs = useShownAt()
  useNow() // the source is outside React: the clock says when to look at it
  if (shownAtMs === null) return lightningStatus(source.facts(windowMinutes, choice), lang)
  const time = utcTime(shownAtMs, true)
  const past = pastStatus({ held, shownAtMs, windowMinutes, view: source.view, choice, time })
  return { tone: 'warn', ...past, spoken: { key: 'past.spoken', values: {} } }
}
