import type { TFunction } from 'i18next'
import { isInstantMs } from '../../../contract/time.ts'
import type { RaisedAlert } from '../../../core/airports/alert-rules.ts'
import { isStruck } from '../../airport/alarm-words.ts'
import type { Quantity } from '../../i18n/format.ts'
import { quantityText } from '../../i18n/format.ts'
import type { LoggedAlert } from './alert-store.ts'

/** What of `useFormat` an alert needs. */
export interface AlertFormat {
  utcTime(ms: number, seconds?: boolean): string
  compass(bearing: number): string
  distance(km: number): Quantity
  windSpeed(mps: number): Quantity
  visibility(m: number): Quantity
  height(m: number): Quantity
}

/** Whether it says when it struck. */
export function isStrike({ alarm, kind }: Pick<LoggedAlert, 'alarm' | 'kind'>): boolean {
  return alarm ? isStruck(alarm) : kind === 'strike'
}

/** An alert in one sentence, without the airport; no line breaks between a number and its unit, or a time and its zone. */
export function alertText({ kind, data }: RaisedAlert, t: TFunction, format: AlertFormat): string {
  const number = (name: string) => (typeof data[name] === 'number' ? data[name] : null)
  const timeOf = (name: string, seconds = false) => {
    const ms = data[name]
    return isInstantMs(ms) ? format.utcTime(ms, seconds).replace(' ', '\u00a0') : '–'
  }
  if (kind === 'strike') {
    const nearestKm = number('nearestKm')
    const values = { km: data.km, time: timeOf('strikeMs', true) }
    if (nearestKm === null) return t('told.strike', values)
    const compass = format.compass(number('bearingDeg') ?? 0)
    return t('told.strikeNear', { ...values, distance: quantityText(format.distance(nearestKm)), compass })
  }
  const value = valueText(kind, number('mps') ?? number('m'), format)
  const category = typeof data.category === 'string' ? data.category.toUpperCase() : ''
  return t(`told.${kind}`, { value, category, time: timeOf('obsMs') })
}

function valueText(kind: RaisedAlert['kind'], value: number | null, format: AlertFormat): string {
  if (value === null) return '–'
  if (kind === 'gust') return quantityText(format.windSpeed(value))
  return quantityText(kind === 'visibility' ? format.visibility(value) : format.height(value))
}
