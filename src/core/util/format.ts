import type { Lang } from '../../locales/languages.ts'
import { heldOrMade } from './held-or-made.ts'

/** Numbers, times and ages as text. Other words belong to the catalogues. */

const clockFormats = new Map<string, Intl.DateTimeFormat>()

function zoned(zone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${zone}/${Object.values(options).join()}`
  const make = () => new Intl.DateTimeFormat('en-GB', { timeZone: zone, hourCycle: 'h23', ...options })
  return heldOrMade(clockFormats, key, make)
}

/** `14:05`, or `14:05:09` with seconds. */
export function clockText(ms: number, zone: string, seconds = false): string {
  return zoned(zone, { hour: '2-digit', minute: '2-digit', ...(seconds ? { second: '2-digit' } : {}) }).format(ms)
}

/** `2026-07-01`. */
export function dateText(ms: number, zone: string): string {
  const parts = zoned(zone, { year: 'numeric', month: '2-digit', day: '2-digit' }).formatToParts(ms)
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? ''
  return `${part('year')}-${part('month')}-${part('day')}`
}

/** Minutes that `zone` is ahead of UTC at that moment. */
export function zoneOffsetMinutes(ms: number, zone: string): number {
  const name = zoned(zone, { timeZoneName: 'longOffset' })
    .formatToParts(ms)
    .find((part) => part.type === 'timeZoneName')?.value
  const match = /GMT([+-])(\d{2}):(\d{2})/.exec(name ?? '')
  return match ? (match[1] === '-' ? -1 : 1) * (Number(match[2]) * 60 + Number(match[3])) : 0
}

/** Zone names as used by forecasters. */
const ZONE_NAMES: Record<string, Record<Lang, string>> = {
  UTC: { en: 'UTC', zh: 'UTC' },
  'Asia/Shanghai': { en: 'Beijing', zh: '北京时' },
}

/** A short name for a zone: `UTC`, `Beijing`, else the city of its IANA name; in Chinese `北京时`, `日本时间`. */
export function zoneName(zone: string, lang: Lang = 'en'): string {
  const known = ZONE_NAMES[zone]?.[lang]
  if (known !== undefined) return known
  if (lang === 'en') return zone.split('/').at(-1)!.replaceAll('_', ' ')
  const format = new Intl.DateTimeFormat('zh-CN', { timeZone: zone, timeZoneName: 'longGeneric' })
  const name = format.formatToParts(0).find(({ type }) => type === 'timeZoneName')?.value ?? zone
  return name.replace('标准时间', '时间')
}

const AGE_UNITS = {
  en: { s: 's', min: 'min', h: 'h', d: 'd', minOfHour: 'min' },
  zh: { s: '秒', min: '分钟', h: '小时', d: '天', minOfHour: '分' },
}

/** An age in its two largest units: `4 s`, `3 min`, `1 h 05 min`, `2 d 3 h`. Never negative. */
export function ageText(ageMs: number, lang: Lang = 'en'): string {
  const unit = AGE_UNITS[lang]
  const seconds = Math.max(0, Math.floor(ageMs / 1000))
  if (seconds < 60) return `${seconds} ${unit.s}`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} ${unit.min}`
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return `${hours} ${unit.h} ${String(minutes % 60).padStart(2, '0')} ${unit.minOfHour}`
  return `${Math.floor(hours / 24)} ${unit.d} ${hours % 24} ${unit.h}`
}

/** `31.143°N 121.805°E`. */
export function positionText(lat: number, lon: number, digits = 3): string {
  const ns = lat < 0 ? 'S' : 'N'
  const ew = lon < 0 ? 'W' : 'E'
  return `${Math.abs(lat).toFixed(digits)}°${ns} ${Math.abs(lon).toFixed(digits)}°${ew}`
}

/** A count with thin group separators: `12,345`. */
export function countText(count: number): string {
  return count.toLocaleString('en-US')
}

/** `12.3`, without a trailing `.0` and never `-0`; an en dash without a value. */
export function numberText(value: number | null | undefined, digits = 1): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return '–'
  const rounded = Number(value.toFixed(digits))
  return String(rounded === 0 ? 0 : rounded).replace('-', '−')
}
