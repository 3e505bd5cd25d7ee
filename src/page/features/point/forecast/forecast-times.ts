import { clockText, dateText } from '../../../../core/util/format.ts'
import { type Lang, languageOf } from '../../../../locales/languages.ts'

/** The time of a step: in full for a table or a cursor, with its zone apart. */
export function stepText(ms: number, zone: string, step: ForecastStep): string {
  const day = dateText(ms, zone).slice(5)
  return step === 'daily' ? day : `${day} ${clockText(ms, zone)}`
}

/** A stretch within a few days, in whole hours: `Tue 10–18`, `Tue 22–Wed 04`. */
export function spanText(fromMs: number, toMs: number, zone: string, lang: Lang): string {
  const hour = (ms: number) => clockText(ms, zone).slice(0, 2)
  const from = weekdayText(fromMs, zone, lang)
  const to = weekdayText(toMs, zone, lang)
  return `${from} ${hour(fromMs)}–${from === to ? '' : `${to} `}${hour(toMs)}`
}

/** Axis labels: at midnight weekday and date, `Thu 02`, are more useful than the hour. */
export function tickText(ms: number, zone: string, lang: Lang, step: ForecastStep): string {
  const date = dateText(ms, zone)
  if (step === 'daily') return date.slice(5)
  const text = clockText(ms, zone)
  return text === '00:00' ? `${weekdayText(ms, zone, lang)} ${date.slice(8)}` : text
}

function weekdayText(ms: number, zone: string, lang: Lang): string {
  return new Intl.DateTimeFormat(languageOf(lang).tag, { timeZone: zone, weekday: 'short' }).format(ms)
}

export type ForecastStep = 'hourly' | 'daily'

export type ForecastForm = 'charts' | 'table'
