import { displayText } from '../../../contract/display-text.ts'
import type { Alarm } from '../../../contract/watch/alarms.ts'
import { alarmStrings } from '../../../core/watch/alarm-strings.ts'

export type Lang = keyof typeof alarmStrings

/** What has happened, in a sentence. */
export function headlineOf(alarm: Alarm, lang: Lang): string {
  const { stage, wind, metres } = alarmStrings[lang]
  const measured = { wind: filled(alarm, lang, wind), metres: filled(alarm, lang, metres) }
  return filled(alarm, lang, stage[alarm.stage], measured)
}

/** An alarm in plain text: what, where, when in UTC and by the clocks of the place, how much was watched, and a link. */
export function alarmText(alarm: Alarm, lang: Lang): string {
  const { at, struckAt, distanceKm, arrival, watched, details, link, simulated } = alarm
  const words = alarmStrings[lang]
  const zone = String(details.timeZone ?? '')
  const fill = (text: string, over: Record<string, string | number>) => filled(alarm, lang, text, over)
  const struck = () => {
    const time = timeText(struckAt ?? at, zone)
    return distanceKm === null ? fill(words.struck, { time }) : fill(words.struckAway, { time, km: distanceKm })
  }
  return [
    ...(simulated ? [words.simulated] : []),
    headlineOf(alarm, lang),
    ...(struckAt === null ? [] : [struck()]),
    ...(details.errorKm === undefined ? [] : [fill(words.perhaps, {})]),
    ...(arrival === null ? [] : [fill(words.arrival, { time: timeText(arrival.likely, zone) })]),
    fill(words.raised, { time: timeText(at, zone) }),
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
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => displayText(String(values[name] ?? '')))
}

/** `2026-07-01 08:00:12 UTC`, and the same by the clocks of a zone where one is named. */
export function timeText(utc: string, zone: string): string {
  const text = `${utc.slice(0, 10)} ${utc.slice(11, 19)} UTC`
  if (zone === '' || zone === 'UTC') return text
  const local = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
  return `${text} (${local.format(new Date(utc))} ${zone})`
}
