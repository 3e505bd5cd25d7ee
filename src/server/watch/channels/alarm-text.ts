import type { Alarm } from '../../../contract/watch/alarms.ts'
import { fillIn } from '../../../core/util/fill-in.ts'
import { clockText, dateText, zoneName } from '../../../core/util/format.ts'
import { alarmStrings, sentenceKey } from '../../../core/watch/alarm-strings.ts'

export type Lang = keyof typeof alarmStrings

/** What has happened, in a sentence. */
export function headlineOf(alarm: Alarm, lang: Lang): string {
  const { stage, feed, wind, metres } = alarmStrings[lang]
  const named = Object.entries(feed).find(([code]) => code === alarm.details.feed)?.[1] ?? ''
  const measured = { wind: filled(alarm, lang, wind), metres: filled(alarm, lang, metres), feed: named }
  return filled(alarm, lang, stage[sentenceKey(alarm)], measured)
}

/** The headline as the title of a message, marked where it is of simulated data. */
export function titleOf(alarm: Alarm, lang: Lang): string {
  const title = headlineOf(alarm, lang)
  return alarm.simulated ? fillIn(alarmStrings[lang].simulatedTitle, { title }) : title
}

/** An alarm in plain text: what, where, when in UTC and by the clocks of the place, how much was watched, and a link. */
export function alarmText(alarm: Alarm, lang: Lang): string {
  const { at, struckAt, distanceKm, arrival, watched, details, link, simulated } = alarm
  const words = alarmStrings[lang]
  const zone = String(details.timeZone ?? '')
  const fill = (text: string, over: Record<string, string | number>) => filled(alarm, lang, text, over)
  const struck = () => {
    const time = timeText(struckAt ?? at, zone, lang)
    return distanceKm === null ? fill(words.struck, { time }) : fill(words.struckAway, { time, km: distanceKm })
  }
  return [
    ...(simulated ? [words.simulated] : []),
    headlineOf(alarm, lang),
    ...(struckAt === null ? [] : [struck()]),
    ...(details.errorKm === undefined ? [] : [fill(words.perhaps, {})]),
    ...(typeof details.earliestResume === 'string'
      ? [fill(words.earliestResume, { time: timeText(details.earliestResume, zone, lang) })]
      : []),
    ...(arrival === null ? [] : [fill(words.arrival, { time: timeText(arrival.likely, zone, lang) })]),
    fill(words.raised, { time: timeText(at, zone, lang) }),
    ...(watched === null ? [] : [fill(words.watched, { percent: Math.floor(watched * 100) })]),
    ...(link === null ? [] : [link]),
    words.disclaimer,
  ].join('\n')
}

function filled(
  { place, details }: Alarm,
  lang: Lang,
  text: string,
  over: Record<string, string | number> = {},
): string {
  const named = (lang === 'zh' ? place?.nameZh : null) ?? place?.name ?? ''
  const category = String(details.category ?? '').toUpperCase()
  const values: Record<string, string | number> = { ...details, category, place: named, ...over }
  return fillIn(text, values)
}

/** `2026-07-01 08:00:12 UTC`, or by the clocks of a zone where one is named: `2026-07-01 16:00:12 local (08:00:12 UTC)`. */
export function timeText(utc: string, zone: string, lang: Lang): string {
  const utcDate = utc.slice(0, 10)
  const utcTime = utc.slice(11, 19)
  if (zone === '' || zone === 'UTC') return `${utcDate} ${utcTime} UTC`
  const ms = Date.parse(utc)
  const date = dateText(ms, zone)
  return fillIn(alarmStrings[lang].localTime, {
    // Chinese names the zone before the time, where English has "local" behind it.
    time: [...(lang === 'zh' ? [zoneName(zone, lang)] : []), date, clockText(ms, zone, true)].join(' '),
    utc: date === utcDate ? utcTime : `${utcDate} ${utcTime}`,
  })
}
