import { MINUTE_MS } from '../../../../core/time/durations.ts'
import { clockText, countText } from '../../../../core/util/format.ts'
import { ageText } from '../../../../core/util/local-format.ts'
import type { Lang } from '../../../../locales/languages.ts'
import type { LineState } from '../../../live/line-watch.ts'
import type { Tone } from '../../../ui/badge.tsx'

/** Inputs of the row's texts. Times are Unix ms. */
export interface LightningFacts {
  line: LineState
  nowMs: number
  windowMinutes: number
  /** Strokes in the window, all over the world; or records, where those are counted. */
  count: number
  counted: 'strokes' | 'records'
  /** The drawn number while weak locations are hidden; null if all are drawn. */
  shown: number | null
  /** The number in view; null if unknown. */
  inView: number | null
  /** The latest strike that was received, in the window or not. */
  newestMs: number | null
  /** From strike to screen. */
  delayMs: number | null
  /** How much of the window was watched. */
  observedMs: number
  /** Strikes of the window are still on their way. */
  isLoading: boolean
  /** Not loaded because of a history error. */
  isUnread: boolean
  /** Strikes up to this moment were dropped because the store was full. */
  cutToMs: number | null
}

type Told = LightningFacts & { lang: Lang }

/** A key of the catalogue and its values. */
export interface Phrase {
  key: string
  values: Record<string, string | number>
}

export interface LightningStatus {
  tone: Tone
  /** The state and the count, in one sentence. */
  headline: Phrase
  /** Further facts needed to read the map correctly; while live the number of lines is constant. */
  details: Phrase[]
  /** The subset for walls. */
  afar: Phrase[]
  /** The state alone: it changes when the state does, not with each count. */
  spoken: Phrase
}

/** A smaller missing part of a window is not shown: the current batch, and rounding after a join. */
const OBSERVED_SLACK_MS = 15_000

/** The state of the layer in words: quiet and dead never read alike. */
export function lightningStatus(given: LightningFacts, lang: Lang): LightningStatus {
  const facts: Told = { ...given, lang }
  const { kind, isFresh, sinceMs } = facts.line
  const age = ageText(facts.nowMs - sinceMs, lang)
  switch (kind) {
    case 'closed':
      return dead(phrase('row.closed'), 'closed', facts)
    case 'source-down':
      return dead(phrase('row.sourceDown', { since: `${clockText(sinceMs, 'UTC', true)} UTC` }), 'sourceDown', facts)
    case 'down':
      return dead(phrase('row.down', { age }), 'down', facts)
    case 'silent':
      return dead(phrase('row.silent', { age }), 'silent', facts)
    case 'connecting':
      return told('info', phrase('row.connecting'), 'connecting', [])
    case 'waiting-for-slot':
      return told('warn', phrase('row.waiting'), 'waiting', [isFresh ? counted(facts) : kept(facts), ...limits(facts)])
    case 'live':
      return {
        ...told(facts.count > 0 ? 'good' : 'neutral', live(facts), 'live', [...last(facts), ...limits(facts)]),
        details: [...last(facts), ...inView(facts), ...watched(facts), ...weakHidden(facts), ...cut(facts)],
      }
  }
}

function live(facts: Told): Phrase {
  if (facts.count > 0) return phrase('row.live', { ...countedValues(facts), window: facts.windowMinutes })
  return isWhole(facts)
    ? phrase('row.quiet', { window: facts.windowMinutes })
    : facts.isLoading
      ? loading(facts)
      : phrase('row.quietPartly', { observed: wholeMinutes(facts.observedMs), window: facts.windowMinutes })
}

/** The loaded share of the window. */
function loading({ observedMs, windowMinutes, isUnread }: Told): Phrase {
  return phrase(isUnread ? 'past.unread' : 'past.loading', { loaded: wholeMinutes(observedMs), window: windowMinutes })
}

/** Time since the last strike, if none is counted. */
function last({ count, newestMs, nowMs, lang }: Told): Phrase[] {
  return count > 0 || newestMs === null ? [] : [phrase('row.last', { age: ageText(nowMs - newestMs, lang) })]
}

function inView(facts: Told): Phrase[] {
  if (facts.count === 0 || facts.inView === null) return []
  return [phrase('row.inView', countedValues({ ...facts, count: facts.inView }))]
}

/** The known share of the window, also if complete, and the delay. */
function watched(facts: Told): Phrase[] {
  const { count, delayMs, windowMinutes, lang } = facts
  if (count === 0) return []
  if (facts.isLoading && !isWhole(facts)) return [loading(facts)]
  const observed = isWhole(facts) ? windowMinutes : wholeMinutes(facts.observedMs)
  const values = { observed, window: windowMinutes }
  if (delayMs === null) return [phrase('row.observed', values)]
  return [phrase('row.observedBehind', { ...values, behind: ageText(Math.round(delayMs / 1_000) * 1_000, lang) })]
}

function dead(headline: Phrase, spoken: string, facts: Told): LightningStatus {
  return told('bad', headline, spoken, [kept(facts), ...limits(facts)])
}

function told(tone: Tone, headline: Phrase, spoken: string, details: Phrase[]): LightningStatus {
  return { tone, headline, details, afar: details, spoken: phrase(`spoken.${spoken}`) }
}

function kept({ newestMs, nowMs, lang }: Told): Phrase {
  return newestMs === null ? phrase('row.keptNone') : phrase('row.kept', { age: ageText(nowMs - newestMs, lang) })
}

function counted(facts: LightningFacts): Phrase {
  return phrase('row.counted', { ...countedValues(facts), window: facts.windowMinutes })
}

/** The number, and in which words: strokes unless records are counted. */
function countedValues({ count, counted }: Pick<LightningFacts, 'count' | 'counted'>): Phrase['values'] {
  return { count, strikes: countText(count), ...(counted === 'records' && { context: counted }) }
}

/** Reasons for an incomplete window. */
function limits(facts: Told): Phrase[] {
  // The headline already states it.
  const isSaid = facts.count === 0 && facts.line.kind === 'live'
  const values = { observed: wholeMinutes(facts.observedMs), window: facts.windowMinutes }
  const partly = isWhole(facts) || isSaid ? [] : [facts.isLoading ? loading(facts) : phrase('row.observed', values)]
  return [...weakHidden(facts), ...partly, ...cut(facts)]
}

function weakHidden(facts: Told): Phrase[] {
  const { shown, count } = facts
  if (shown === null || shown >= count) return []
  return [phrase('row.shownOf', { ...countedValues(facts), shown: countText(shown) })]
}

function cut({ cutToMs, nowMs, windowMinutes }: Told): Phrase[] {
  if (cutToMs === null || cutToMs <= nowMs - windowMinutes * MINUTE_MS) return []
  return [phrase('row.cut', { complete: wholeMinutes(nowMs - cutToMs), window: windowMinutes })]
}

export function isWhole({ observedMs, windowMinutes }: LightningFacts): boolean {
  return observedMs >= windowMinutes * MINUTE_MS - OBSERVED_SLACK_MS
}

function wholeMinutes(ms: number): number {
  return Math.max(0, Math.floor(ms / MINUTE_MS))
}

function phrase(key: string, values: Phrase['values'] = {}): Phrase {
  return { key, values }
}
