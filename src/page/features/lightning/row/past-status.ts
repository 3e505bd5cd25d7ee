import type { Box } from '../../../../core/geo/geo.ts'
import { chosenBy, type StrikeDisplayOptions } from '../../../../core/strikes/strike-display-options.ts'
import type { Chosen } from '../../../../core/strikes/strike-scan.ts'
import { MINUTE_MS } from '../../../../core/time/durations.ts'
import { totalMs } from '../../../../core/time/spans.ts'
import { countText } from '../../../../core/util/format.ts'
import type { HeldStrikes } from '../../../live/strikes/held-strikes.ts'
import { knownShare, SLACK_MS } from '../../../live/strikes/known-share.ts'
import type { Phrase } from './lightning-status.ts'

export interface PastQuestion {
  held: HeldStrikes
  shownAtMs: number
  windowMinutes: number
  /** The bounds of the map; null if unknown. */
  view: Box | null
  choice: StrikeDisplayOptions
  /** The shown moment as the desk writes it. */
  time: string
}

/** Status of the layer while it shows the past: never mistaken for the present, and with no more than is known. */
export function pastStatus({ held, shownAtMs, windowMinutes, view, choice, time }: PastQuestion): {
  headline: Phrase
  details: Phrase[]
} {
  const { records } = choice
  const fromMs = shownAtMs - windowMinutes * MINUTE_MS
  const count = (box: Box | null, chosen: Chosen = { records }) =>
    held.columns.countSince(fromMs, box, { ...chosen, untilMs: shownAtMs })
  const all = count(null)
  const context: Phrase['values'] = records ? { context: 'records' } : {}
  const details: Phrase[] = []
  if (all > 0 && view) {
    const inView = count(view)
    details.push({ key: 'row.inView', values: { count: inView, strikes: countText(inView), ...context } })
  }
  if (choice.weak === 'hidden' && all > 0) {
    const shown = countText(count(null, chosenBy(choice)))
    details.push({ key: 'row.shownOf', values: { shown, strikes: countText(all), ...context } })
  }
  const share = knownShare(held, fromMs, shownAtMs)
  const loading = held.trouble === null ? 'past.loading' : 'past.unread'
  const pendingMs = totalMs(held.pending(fromMs, shownAtMs))
  const unobservedMs = totalMs(held.notObserved(fromMs, shownAtMs))
  if (pendingMs > SLACK_MS) {
    const loaded = Math.floor(windowMinutes - pendingMs / MINUTE_MS)
    details.push({ key: loading, values: { loaded, window: windowMinutes } })
  }
  if (unobservedMs > SLACK_MS) {
    const observed = Math.max(0, Math.floor(windowMinutes - (unobservedMs + pendingMs) / MINUTE_MS))
    details.push({ key: 'row.observed', values: { observed, window: windowMinutes } })
  }
  const values = { count: all, strikes: countText(all), window: windowMinutes, time, ...context }
  const isUnknown = share === 'none' || (share === 'loading' && held.trouble !== null)
  if (all === 0 && isUnknown) return { headline: { key: 'past.notObserved', values }, details: [] }
  if (all === 0 && share === 'loading') {
    const [headline] = details.splice(
      details.findIndex(({ key }) => key === loading),
      1,
    )
    return { headline: headline!, details }
  }
  return { headline: { key: 'past.headline', values }, details }
}
