import { type Lang, languageOf } from '../../locales/languages.ts'
import { clockText } from './format.ts'
import { filled, formatTexts } from './format-texts.ts'

/** Names of time zones, times in them, and ages, in a language. */

/** A short name for a zone: `UTC`, `Beijing`, else the city of its IANA name; in Chinese `北京时`, `日本时间`. */
export function zoneName(zone: string, lang: Lang = 'en'): string {
  const known = new Map(Object.entries(formatTexts(lang).zones)).get(zone)
  if (known !== undefined) return known
  const { zones, tag } = languageOf(lang)
  if (zones === 'by-city') return zone.split('/').at(-1)!.replaceAll('_', ' ')
  const format = new Intl.DateTimeFormat(tag, { timeZone: zone, timeZoneName: 'longGeneric' })
  const name = format.formatToParts(0).find(({ type }) => type === 'timeZoneName')?.value ?? zone
  return name.replace('标准时间', '时间')
}

/** `16:05`; with the zone's name where the language has it: `北京时16:05`. */
export function localClockText(ms: number, zone: string, lang: Lang, seconds = false): string {
  return filled(formatTexts(lang).localClock, { zone: zoneName(zone, lang), time: clockText(ms, zone, seconds) })
}

/** An age in its two largest units: `4 s`, `3 min`, `1 h 05 min`, `2 d 3 h`. Never negative. */
export function ageText(ageMs: number, lang: Lang = 'en'): string {
  const unit = formatTexts(lang).age
  const seconds = Math.max(0, Math.floor(ageMs / 1000))
  if (seconds < 60) return `${seconds} ${unit.s}`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} ${unit.min}`
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return `${hours} ${unit.h} ${String(minutes % 60).padStart(2, '0')} ${unit.minOfHour}`
  return `${Math.floor(hours / 24)} ${unit.d} ${hours % 24} ${unit.h}`
}
