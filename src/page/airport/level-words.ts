import type { TFunction } from 'i18next'
import type { Snooze } from '../../contract/watch/journal.ts'
import type { LevelState, PlaceState, RuleOrigin } from '../../contract/watch/place-states.ts'
import { MINUTE_MS } from '../../core/time/durations.ts'
import { clockText } from '../../core/util/format.ts'
import { joinText } from '../../core/util/join-text.ts'
import { ageText, localClockText } from '../../core/util/local-format.ts'
import { type Lang, languageOf } from '../../locales/languages.ts'
import { localName } from '../../locales/local-name.ts'
import { remainingText } from './hold-timer-words.ts'

/**
 * An action level in the words of cards, chips, board and wall. `t` is of the namespace `levels`; moments are Unix ms. An earliest end
 * is never shown before it is: without seconds it is rounded up.
 */

export interface LevelTeller {
  t: TFunction
  lang: Lang
  /** The only time zone of a screen, which its times then do not name; without one times are UTC and say so. */
  zone?: string
}

/** A clock time as its screen writes it. */
function timeOn({ zone }: Pick<LevelTeller, 'zone'>, write: (zone: string) => string): string {
  return zone === undefined ? `${write('UTC')} UTC` : write(zone)
}

/** Names have up to 60 characters; this many fit beside a countdown. */
const GLANCE_CHARS = { latin: 24, han: 14 }

/** Whether a level has no name but that of its ring: `5 km`. */
export function isOfRing({ km, name }: Pick<LevelState, 'km' | 'name'>): boolean {
  return km !== null && name === `${km} km`
}

/** A name for little room: the glyph of a ring, `◎5`; else the name, in full if short, else cut. */
function shortName(level: LevelState, { t, lang }: LevelTeller): string {
  if (isOfRing(level)) return t('ring', { km: level.km })
  const name = [...localName(level, lang)]
  const most = GLANCE_CHARS[languageOf(lang).script]
  return name.length <= most
    ? name.join('')
    : `${name
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`
}

/** `active` while the latest trigger is less than a minute old, then `holding`: derived for display, never sent. */
export function levelKind({ state, last }: LevelState, nowMs: number): 'active' | 'holding' | 'possible' | 'off' {
  if (state !== 'on') return state === 'expected' ? 'possible' : 'off'
  return last !== null && nowMs - Date.parse(last) < MINUTE_MS ? 'active' : 'holding'
}

/** `active`, `holding`, `possible until 08:35 UTC`, `not triggered`; of weather `met by report` while the report meets it. */
export function levelStateText(
  level: LevelState,
  ladder: PlaceState['ladder'],
  nowMs: number,
  teller: LevelTeller,
): string {
  const { t } = teller
  const { until } = level
  const kind = levelKind(level, nowMs)
  if (kind === 'possible') {
    return t('possible', { time: until === null ? '–' : timeOn(teller, (zone) => minuteUp(until, zone)) })
  }
  if (ladder !== 'weather' || kind === 'off') return t(kind)
  return t(level.end === null ? 'met' : 'holding')
}

/** `1.0 km, 50 s ago`; empty where a level has no trigger, or is off. */
export function latestTriggerText(
  { state, last, lastKm }: LevelState,
  nowMs: number,
  { t, lang }: LevelTeller,
): string {
  if (state !== 'on' || last === null) return ''
  const spaced = ageText(nowMs - Date.parse(last), lang)
  const age = spaced.replaceAll(' ', languageOf(lang).script === 'han' ? '' : '\u00a0')
  return lastKm === null ? t('latestOnly', { age }) : t('latest', { age, km: lastKm.toFixed(1) })
}

/** `earliest end 08:32:41 UTC`, or `08:33`; that it is paused where no data arrive. Empty of a level that is not on. */
export function endText(level: LevelState, ladder: PlaceState['ladder'], seconds: boolean, { t }: LevelTeller): string {
  const { state, end } = level
  if (state !== 'on') return ''
  if (end === null) return ladder === 'weather' ? '' : t('paused')
  return t('earliestEnd', { time: seconds ? `${clockText(Date.parse(end), 'UTC', true)} UTC` : minuteUp(end) })
}

/** `16:32` in a zone, rounded up to the minute: the earliest end on a wall; null without one. */
export function endClock({ state, end }: LevelState, zone: string): string | null {
  return state !== 'on' || end === null ? null : minuteUp(end, zone)
}

/** `hold 15 min`; null without a known end. */
export function holdText({ state, end }: LevelState, nowMs: number, { t, lang }: LevelTeller): string | null {
  if (state !== 'on' || end === null) return null
  const age = remainingText(Date.parse(end) - nowMs, lang)
  return t('hold', { age: age.replaceAll(' ', languageOf(lang).script === 'han' ? '' : '\u00a0') })
}

/** `RED: not before 22:11 UTC (06:11 local), if no further strike`; empty where no end is known. `zone`: the place's. */
export function earliestEndText(level: LevelState, zone: string | null, { t, lang }: LevelTeller): string {
  if (level.state !== 'on' || level.end === null) return ''
  const endMs = Math.ceil(Date.parse(level.end) / MINUTE_MS) * MINUTE_MS
  const utc = clockText(endMs, 'UTC')
  const local = zone === null || zone === 'UTC' ? null : localClockText(endMs, zone, lang)
  const time = local === null ? `${utc} UTC` : t('localTime', { utc, local })
  const name = isOfRing(level) ? t('ringName', { km: level.km }) : localName(level, lang)
  return t('notBefore', { level: name, time })
}

/**
 * `RED hold 15 min`, `◎5 no data since 08:17 UTC`: the headline of a ladder; for `off`, that nothing is triggered, with the data
 * coverage.
 */
export function headlineText(state: PlaceState, nowMs: number, teller: LevelTeller): string {
  const { levels, level, ladder } = state
  const headline = levels.find(({ id }) => id === level)
  if (!headline) return offTold(state, teller)
  const isPaused = headline.state === 'on' && headline.end === null && ladder !== 'weather'
  const told = isPaused
    ? lostTold(state, teller)
    : (holdText(headline, nowMs, teller) ?? levelStateText(headline, ladder, nowMs, teller))
  return teller.t('headline', { level: shortName(headline, teller), state: told })
}

/** That no data arrive, and since when, where that is known: to the minute, rounded down. */
function lostTold({ observed: { now, since } }: PlaceState, teller: LevelTeller): string {
  const { t } = teller
  if (now || since === null) return t('noData')
  return t('gapNow', { from: timeOn(teller, (zone) => clockText(Date.parse(since), zone)) })
}

function offTold(state: PlaceState, teller: LevelTeller): string {
  const { t, lang } = teller
  const { ladder, levels, observed } = state
  if (ladder === 'weather') return t('off')
  if (!observed.now) return lostTold(state, teller)
  const least = levels.find(({ coverage }) => coverage < 1)
  return least ? joinText(lang).clauses([t('off'), dataText(least, null, { t, lang })]) : t('off')
}

/** `YELLOW, WATCH`: the levels beside the headline that are on or possible; empty if there are none. */
export function otherLevelsText({ levels, level, ladder }: PlaceState, nowMs: number, teller: LevelTeller): string {
  const others = levels.filter(({ id, state }) => id !== level && state !== 'off')
  const told = others.map((each) => {
    const name = shortName(each, teller)
    if (each.state === 'on') return name
    return teller.t('headline', { level: name, state: levelStateText(each, ladder, nowMs, teller) })
  })
  return joinText(teller.lang).list(told)
}

/** `work stop: fuelling, towing`; empty where no work is stopped. */
export function stopsText({ stops }: PlaceState, { t, lang }: LevelTeller): string {
  return stops.length === 0 ? '' : t('stops', { works: joinText(lang).list(stops.map(({ work }) => work)) })
}

/** `data 96% of 15 min; gap 08:17:10–08:17:41 UTC`; `gap`: the latest within the hold time, where it is known. */
export function dataText(
  { coverage, holdMin }: LevelState,
  gap: { fromMs: number; toMs: number | null } | null,
  { t, lang }: LevelTeller,
): string {
  const share = t('data', { percent: Math.floor(coverage * 100), count: holdMin })
  if (gap === null) return share
  const from = clockText(gap.fromMs, 'UTC', true)
  const told =
    gap.toMs === null
      ? t('gapNow', { from: `${from} UTC` })
      : t('gap', { from, to: `${clockText(gap.toMs, 'UTC', true)} UTC` })
  return joinText(lang).clauses([share, told])
}

/** `15 min · ZSPD house rule`, `30 min · default`, `15 min · your rule`. */
export function ruleText(rule: RuleOrigin, holdMin: number, place: string, { t }: LevelTeller): string {
  return t(`rule.${rule}`, { count: holdMin, place })
}

/** `messages held until 09:00 UTC, Li`; empty without a snooze. */
export function snoozeText(snooze: Snooze | undefined, nowMs: number, { t }: LevelTeller): string {
  if (!snooze || Date.parse(snooze.until) <= nowMs) return ''
  return t('snoozed', { time: `${minuteUp(snooze.until)} UTC`, by: snooze.by })
}

/** An earliest end without seconds. */
export function minuteUp(time: string, zone = 'UTC'): string {
  return clockText(Math.ceil(Date.parse(time) / MINUTE_MS) * MINUTE_MS, zone)
}
