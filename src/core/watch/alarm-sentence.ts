import type { Alarm } from '../../contract/watch/alarms.ts'
import english from '../../locales/en/alarm.json' with { type: 'json' }
import type { Lang } from '../../locales/languages.ts'
import { localName } from '../../locales/local-name.ts'
import { textsIn } from '../../locales/texts.ts'
import { fillIn } from '../util/fill-in.ts'
import { clockText, dateText } from '../util/format.ts'
import { formatTexts } from '../util/format-texts.ts'
import { zoneName } from '../util/local-format.ts'

/** Texts of alarms, for all outputs: messages have their units, a page uses the viewer's. */
export function alarmTexts(lang: Lang) {
  return textsIn(lang, 'alarm', english)
}

/**
 * Key under `sentence` of an alarm's sentence: "quiet" is never stated without its distance, which alarms of earlier
 * versions lack. Null for a work stop: its row has the words of levels.
 */
export function sentenceKey({ stage, details }: Pick<Alarm, 'stage' | 'details'>) {
  if (stage === 'stop') return null
  return stage === 'quiet' && details.ringKm === undefined ? 'quiet-rings' : stage
}

/** The sentence of an alarm without a level. */
export function alarmSentence(alarm: Alarm, lang: Lang): string {
  const { sentence, stage, feed, wind, metres } = alarmTexts(lang)
  const key = sentenceKey(alarm)
  const named = Object.entries(feed).find(([code]) => code === alarm.details.feed)?.[1] ?? ''
  const measured = { wind: filled(alarm, lang, wind), metres: filled(alarm, lang, metres), feed: named }
  return filled(alarm, lang, key ? sentence[key] : stage.stop, measured)
}

/** Replaces the placeholders of a text. */
export function filled(
  { place, details }: Alarm,
  lang: Lang,
  text: string,
  over: Record<string, string | number> = {},
): string {
  const named = place ? localName(place, lang) : ''
  const category = String(details.category ?? '').toUpperCase()
  const values: Record<string, string | number> = { ...details, category, place: named, ...over }
  return fillIn(text, values)
}

/** `2026-07-01 08:00:12 UTC`, or in a time zone: `2026-07-01 16:00:12 local (08:00:12 UTC)`. */
export function timeText(utc: string, zone: string, lang: Lang): string {
  const utcDate = utc.slice(0, 10)
  const utcTime = utc.slice(11, 19)
  if (zone === '' || zone === 'UTC') return `${utcDate} ${utcTime} UTC`
  const ms = Date.parse(utc)
  const date = dateText(ms, zone)
  return fillIn(alarmTexts(lang).localTime, {
    time: fillIn(formatTexts(lang).localDateTime, {
      zone: zoneName(zone, lang),
      date,
      time: clockText(ms, zone, true),
    }),
    utc: date === utcDate ? utcTime : `${utcDate} ${utcTime}`,
  })
}
