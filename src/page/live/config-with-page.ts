import { CONFIG_ELEMENT } from '../../contract/api-paths.ts'

/** An answer that was there before there was anything to read it. Times are those of `performance.now()`. */
export interface EarlyAnswer {
  text: string
  status: number
  headers: Headers
  sentMs: number
  receivedMs: number
}

/**
 * The server's configuration where it came with the page, as an answer to a question that was asked with the page itself,
 * by whose times the clock is corrected; null where it has to be asked for.
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
