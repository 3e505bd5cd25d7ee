import { chromium } from '@playwright/test'
import lighthouse, { desktopConfig } from 'lighthouse'
import { launch } from 'puppeteer-core'
import { launchOptions } from '../../e2e/browser.ts'

export type Form = 'desktop' | 'mobile'

/** Window sizes that Lighthouse emulates, CSS pixels. */
export const SIZES: Record<Form, { width: number; height: number }> = {
  desktop: { width: 1350, height: 940 },
  mobile: { width: 412, height: 823 },
}

export const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const

const TIMINGS = {
  largestPaintMs: 'largest-contentful-paint',
  blockingMs: 'total-blocking-time',
  firstPaintMs: 'first-contentful-paint',
  speedIndexMs: 'speed-index',
  layoutShift: 'cumulative-layout-shift',
} as const

/** One run of Lighthouse. Scores are from 0 to 100. */
export interface Audited extends Record<keyof typeof TIMINGS, number> {
  scores: Record<(typeof CATEGORIES)[number], number>
  /** The element of the largest paint, as "DIV id='land'". */
  largest: string
  /** Audits of the other categories that failed. */
  failed: string[]
}

/** Lighthouse sometimes misses the start of a page in its trace; another attempt succeeds. */
const TRACE_MISSED = 'NO_NAVSTART'
const ATTEMPTS = 3

/** Audits a page in a fresh browser. */
export async function audit(url: string, form: Form, attempts = ATTEMPTS): Promise<Audited> {
  const { executablePath = chromium.executablePath(), args = [] } = launchOptions
  const browser = await launch({ executablePath, args })
  try {
    const flags = { logLevel: 'error', disableFullPageScreenshot: true, onlyCategories: CATEGORIES }
    const config = form === 'desktop' ? desktopConfig : undefined
    const result = await lighthouse(url, flags, config, await browser.newPage())
    if (result?.lhr.runtimeError?.code === TRACE_MISSED && attempts > 1) return await audit(url, form, attempts - 1)
    if (!result || result.lhr.runtimeError) throw new Error(`${url}: ${result?.lhr.runtimeError?.message}`)
    return read(result)
  } finally {
    await browser.close()
  }
}

function read({ lhr: { audits, categories }, artifacts }: LighthouseRun): Audited {
  const scoreOf = (id: string) => [id, Math.round((categories[id]?.score ?? 0) * 100)]
  const timingOf = ([name, id]: [string, string]) => [name, audits[id]?.numericValue ?? Number.NaN]
  const weighty = CATEGORIES.filter((id) => id !== 'performance').flatMap((id) => categories[id]?.auditRefs ?? [])
  const failed = weighty.filter(({ id, weight }) => weight > 0 && audits[id]?.score !== null && audits[id]!.score! < 1)
  return {
    ...(Object.fromEntries(Object.entries(TIMINGS).map(timingOf)) as Record<keyof typeof TIMINGS, number>),
    scores: Object.fromEntries(CATEGORIES.map(scoreOf)) as Audited['scores'],
    largest: largestOf(artifacts.Trace.traceEvents),
    failed: failed.map(({ id }) => `${id}: ${audits[id]?.title}`),
  }
}

/** From the trace: the report omits elements that the page has removed. */
function largestOf(events: readonly TraceEvent[]): string {
  const candidates = events.filter(
    ({ name, args }) => name === 'largestContentfulPaint::Candidate' && args.data?.isMainFrame,
  )
  return candidates.toSorted((a, b) => a.ts - b.ts).at(-1)?.args.data?.nodeName ?? 'none'
}
