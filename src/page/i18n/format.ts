import { useMemo } from 'react'
import { compassName, compassPoint } from '../../core/geo/compass.ts'
import { clockText, dateText, numberText } from '../../core/util/format.ts'
import { filled, formatTexts } from '../../core/util/format-texts.ts'
import { joinText } from '../../core/util/join-text.ts'
import { ageText, zoneName } from '../../core/util/local-format.ts'
import { feet, inchesOfMercury, knots } from '../../core/util/units.ts'
import { type PageState, usePage } from '../state/page-store.ts'

/** A number with its unit, apart, as `Stat` shows them. */
export interface Quantity {
  value: string
  unit: string
}

type Maybe = number | null | undefined

const quantity = (value: Maybe, unit: string, digits: number): Quantity => ({ value: numberText(value, digits), unit })
const by = (value: Maybe, convert: (value: number) => number): Maybe => (value == null ? value : convert(value))

/** Always with two decimals, as used for altimeter settings: `30.00`. */
const inHg = (hpa: Maybe): Quantity => ({ value: hpa == null ? '–' : inchesOfMercury(hpa).toFixed(2), unit: 'inHg' })

function inZone(text: string, zone: string, lang: PageState['lang']): string {
  if (zone === 'UTC') return `${text} UTC`
  return filled(formatTexts(lang).timeInZone, { time: text, zone: zoneName(zone, lang) })
}

/** Numbers in these units and times in this zone. */
export function formatFor({ units, zone, lang }: Pick<PageState, 'units' | 'zone' | 'lang'>) {
  const aviation = units === 'aviation'
  return {
    zone,
    zoneName: zoneName(zone, lang),
    compass: (bearing: number) => compassPoint(bearing, lang),
    /** The name of a point of the compass that is given by its letters, `NE`. */
    compassName: (letters: string) => compassName(letters, lang),
    ...joinText(lang),
    /** `08:05 UTC`; with seconds `08:05:09 UTC`. */
    utcTime: (ms: number, seconds = false) => `${clockText(ms, 'UTC', seconds)} UTC`,
    /** `2026-07-01 08:05 UTC`. */
    utcDateTime: (ms: number, seconds = false) => `${dateText(ms, 'UTC')} ${clockText(ms, 'UTC', seconds)} UTC`,
    /** `16:05 Beijing`; `北京时 16:05`. */
    zoneTime: (ms: number, seconds = false) => inZone(clockText(ms, zone, seconds), zone, lang),
    /** A moment in UTC and in the zone: `08:05 UTC · 16:05 Beijing`, `北京时 16:05（08:05 UTC）`; once where they are the same. */
    bothTimes(ms: number, { seconds = false, dated = false } = {}): string {
      const utc = `${dated ? `${dateText(ms, 'UTC')} ` : ''}${clockText(ms, 'UTC', seconds)} UTC`
      if (zone === 'UTC') return utc
      const there = inZone(clockText(ms, zone, seconds), zone, lang)
      return filled(formatTexts(lang).bothTimes, { utc, there })
    },
    /** A date, or a time of the zone that was written elsewhere, with its name: `2026-07-01 16:05 Beijing`. */
    inZone: (text: string) => inZone(text, zone, lang),
    /** A number stays with its unit. */
    age: (ageMs: number) => ageText(ageMs, lang).replaceAll(' ', '\u00a0'),
    windSpeed: (mps: Maybe): Quantity => (aviation ? quantity(by(mps, knots), 'kt', 0) : quantity(mps, 'm/s', 1)),
    height: (m: Maybe): Quantity => (aviation ? quantity(by(m, feet), 'ft', 0) : quantity(m, 'm', 0)),
    visibility: (m: Maybe): Quantity =>
      quantity(
        by(m, (it) => (it >= 5000 ? it / 1000 : it)),
        m != null && m >= 5000 ? 'km' : 'm',
        1,
      ),
    temperature: (degC: Maybe): Quantity => quantity(degC, '°C', 1),
    pressure: (hpa: Maybe): Quantity => (aviation ? inHg(hpa) : quantity(hpa, 'hPa', 1)),
    percent: (value: Maybe): Quantity => quantity(value, '%', 0),
    rain: (mm: Maybe): Quantity => quantity(mm, 'mm', 1),
    distance: (km: Maybe): Quantity => quantity(km, 'km', km != null && km >= 100 ? 0 : 1),
    direction: (deg: Maybe): Quantity => quantity(deg, '°', 0),
  }
}

/** Numbers in the chosen units and times in the chosen zone. */
export function useFormat() {
  const units = usePage((state) => state.units)
  const zone = usePage((state) => state.zone)
  const lang = usePage((state) => state.lang)
  return useMemo(() => formatFor({ units, zone, lang }), [units, zone, lang])
}

/** `12.3 m/s` in one string, which no line breaks in two. */
export function quantityText({ value, unit }: Quantity): string {
  return value === '–' ? value : `${value}${unit === '°' || unit === '%' ? '' : '\u00a0'}${unit}`
}
