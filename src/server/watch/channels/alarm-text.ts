import { type Alarm, isRow } from '../../../contract/watch/alarms.ts'
import { headlineOf, rowText } from '../../../core/levels/texts.ts'
import { fillIn } from '../../../core/util/fill-in.ts'
import { alarmTexts, filled, timeText } from '../../../core/watch/alarm-sentence.ts'
import type { Lang } from '../../../locales/languages.ts'

/** The headline as the title of a message, marked if the data is simulated. */
export function titleOf(alarm: Alarm, lang: Lang): string {
  const title = headlineOf(alarm, lang)
  return alarm.simulated ? fillIn(alarmTexts(lang).simulatedTitle, { title }) : title
}

/** An alarm in plain text: event, place, time in UTC and local, coverage, and a link. */
export function alarmText(alarm: Alarm, lang: Lang): string {
  if (isRow(alarm)) return rowText(alarm, lang)
  const { at, struckAt, distanceKm, arrival, watched, details, link, simulated } = alarm
  const words = alarmTexts(lang)
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
    ...(arrival === null ? [] : [fill(words.arrival, { time: timeText(arrival.likely, zone, lang) })]),
    fill(words.raised, { time: timeText(at, zone, lang) }),
    ...(watched === null ? [] : [fill(words.watched, { percent: Math.floor(watched * 100) })]),
    ...(link === null ? [] : [link]),
    words.disclaimer,
  ].join('\n')
}
