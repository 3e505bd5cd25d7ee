import { clockText, dateText } from '../../../../core/util/format.ts'

/** The time of a step: in full for a table or a cursor, with its zone apart. */
export function stepText(ms: number, zone: string, step: ForecastStep): string {
  const day = dateText(ms, zone).slice(5)
  return step === 'daily' ? day : `${day} ${clockText(ms, zone)}`
}

/** Under an axis: at midnight the date says more than the hour. */
export function tickText(ms: number, zone: string, step: ForecastStep): string {
  const day = dateText(ms, zone).slice(5)
  if (step === 'daily') return day
  const text = clockText(ms, zone)
  return text === '00:00' ? day : text
}

export type ForecastStep = 'hourly' | 'daily'

export type ForecastForm = 'charts' | 'table'
