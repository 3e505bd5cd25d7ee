import { MINUTE_MS } from '../../../../core/time/durations.ts'
import { ageText, clockText, countText } from '../../../../core/util/format.ts'
import type { LineState } from '../../../live/line-watch.ts'
import type { Tone } from '../../../ui/badge.tsx'

/** What the row's words are made from. Times are Unix ms. */
export interface LightningFacts {
  line: LineState
  nowMs: number
  windowMinutes: number
  /** Strokes in the window, all over the world; or records, where those are counted. */
  count: number
  counted: 'strokes' | 'records'
  /** Of them, those that are drawn, where weak locations are hidden; null where all are. */
  shown: number | null
  /** Of them, those in view; null where that is not known. */
  inView: number | null
  /** The latest strike that was received, in the window or not. */
  newestMs: number | null
  /** From strike to screen. */
  delayMs: number | null
  /** How much of the window was watched. */
  observedMs: number
  /** Up to this moment strikes were let go for want of room. */
  cutToMs: number | null
}

type Lang = 'en' | 'zh'
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
  /** What else must be known to read the map rightly. */
  details: Phrase[]
  /** The state alone: it changes when the state does, not with each count. */
  spoken: Phrase
}

/** Missing less than this of a window is not worth a word: the batch under way, the rounding of the join. */
const OBSERVED_SLACK_MS = 15_000

/** The state of the layer in words: quiet and dead never read alike. */
export function lightningStatus(given: LightningFacts, lang: Lang): LightningStatus {
  const facts: Told = { ...given, lang }
  const { kind, isFresh, sinceMs } = facts.line
  const age = ageText(facts.nowMs - sinceMs, lang)
  switch (kind) {
    case 'closed':
      return dead('bad', phrase('row.closed'), 'closed', facts)
    case 'source-down':
      return dead(
        'bad',
        phrase('row.sourceDown', { since: `${clockText(sinceMs, 'UTC', true)} UTC` }),
        'sourceDown',
        facts,
      )
    case 'down':
      return dead('bad', phrase('row.down', { age }), 'down', facts)
    case 'silent':
      return dead('bad', phrase('row.silent', { age }), 'silent', facts)
    case 'connecting':
      return { tone: 'info', headline: phrase('row.connecting'), details: [], spoken: phrase('spoken.connecting') }
    case 'waiting-for-slot':
      return {
        tone: 'warn',
        headline: phrase('row.waiting'),
        details: [isFresh ? counted(facts) : kept(facts), ...limits(facts)],
        spoken: phrase('spoken.waiting'),
      }
    case 'live':
      return {
        tone: 'good',
        headline: live(facts),
        details: [...aside(facts), ...limits(facts)],
        spoken: phrase('spoken.live'),
      }
  }
}

function live(facts: Told): Phrase {
  const { count, delayMs } = facts
  if (count === 0) {
    const minutes = wholeMinutes(facts.observedMs)
    return isWhole(facts)
      ? phrase('row.quiet', { window: facts.windowMinutes })
      : phrase('row.quietPartly', { observed: minutes, window: facts.windowMinutes })
  }
  const values = { ...countedValues(facts), window: facts.windowMinutes }
  return delayMs === null
    ? phrase('row.live', values)
    : phrase('row.liveBehind', { ...values, behind: ageText(Math.round(delayMs / 1_000) * 1_000, facts.lang) })
}

/** Beside the count: how many are in view, or how long ago the last one was. */
function aside(facts: Told): Phrase[] {
  const { count, inView, newestMs, nowMs, lang } = facts
  if (count === 0) return newestMs === null ? [] : [phrase('row.last', { age: ageText(nowMs - newestMs, lang) })]
  return inView === null ? [] : [phrase('row.inView', countedValues({ ...facts, count: inView }))]
}

function dead(tone: Tone, headline: Phrase, spoken: string, facts: Told): LightningStatus {
  return { tone, headline, details: [kept(facts), ...limits(facts)], spoken: phrase(`spoken.${spoken}`) }
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

/** What keeps the window from being whole. */
function limits(facts: Told): Phrase[] {
  const { cutToMs, nowMs, windowMinutes } = facts
  const found: Phrase[] = []
  if (facts.shown !== null && facts.shown < facts.count) {
    found.push(phrase('row.shownOf', { ...countedValues(facts), shown: countText(facts.shown) }))
  }
  // Said by the headline where that is about not having seen any.
  const said = facts.count === 0 && facts.line.kind === 'live'
  if (!isWhole(facts) && !said) {
    found.push(phrase('row.observed', { observed: wholeMinutes(facts.observedMs), window: windowMinutes }))
  }
  if (cutToMs !== null && cutToMs > nowMs - windowMinutes * MINUTE_MS) {
    found.push(phrase('row.cut', { complete: wholeMinutes(nowMs - cutToMs), window: windowMinutes }))
  }
  return found
}

function isWhole({ observedMs, windowMinutes }: LightningFacts): boolean {
  return observedMs >= windowMinutes * MINUTE_MS - OBSERVED_SLACK_MS
}

function wholeMinutes(ms: number): number {
  return Math.max(0, Math.floor(ms / MINUTE_MS))
}

function phrase(key: string, values: Phrase['values'] = {}): Phrase {
  return { key, values }
}
