import { CONFIG_ELEMENT } from '../../contract/api-paths.ts'

/** A response received before its reader was loaded. Times are those of `performance.now()`. */
export interface EarlyAnswer {
  text: string
  status: number
  headers: Headers
  sentMs: number
  receivedMs: number
}

/**
 * The configuration embedded in the page, as a response to the page request, which also corrects the clock; null if it
 * must be requested.
 */
export function configWithPage(
  page: Pick<Document, 'getElementById'>,
  timeline: Pick<Performance, 'getEntriesByType'>,
): EarlyAnswer | null {
  const text = page.getElementById(CONFIG_ELEMENT)?.textContent
  const [opened] = timeline.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (!text || !opened) return null
  const { fetchStart: sentMs, responseStart: receivedMs } = opened
  const { now } = JSON.parse(text) as { now: string }
  return { text, status: 200, headers: new Headers({ date: now }), sentMs, receivedMs }
}
