import { modulo } from '../util/modulo.ts'

/**
 * Times as text ⇄ numbers, digit for digit: `2026-07-01T08:00:00.1234567Z` is a style (seven decimals, `Z`) and a
 * number of units of that style after a base second.
 */

/**
 * A style encodes how a time is written: number of decimals, plus ten times the index of its suffix. Higher values mean
 * other texts.
 */
const SUFFIXES = ['Z', '+00:00', '']
/** Text in another form: stored unchanged. */
export const STYLE_RAW = 30
export const STYLE_NULL = 31
export const STYLE_ABSENT = 32

const INSTANT = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:)([0-5]\d)(?:\.(\d{1,9}))?(Z|\+00:00)?$/

/** Range limit of `Date`. */
const DATES_END_S = 8.64e12

/** A style and a number of its units after the base. */
export interface Instant {
  style: number
  units: number
}

/** Whether a stored value is a time style. */
export function isStyle(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) < STYLE_RAW
}

export function unitsPerSecond(style: number): number {
  return 10 ** (style % 10)
}

// Thousands of times share a few minutes, and parsing a date is the slowest part.
const MINUTES_KEPT = 64
const minuteSeconds = new Map<string, number>()
const minuteTexts = new Map<number, string>()

/** Parses `text` relative to `baseS`, Unix seconds; null if it cannot be restored exactly. */
export function readInstant(text: string, baseS: number): Instant | null {
  const match = INSTANT.exec(text)
  if (!match) return null
  const [, minute, second, decimals = '', suffix = ''] = match
  const minuteS = secondsOfMinute(minute!)
  if (Number.isNaN(minuteS)) return null
  const style = decimals.length + 10 * SUFFIXES.indexOf(suffix)
  const units = (minuteS + Number(second) - baseS) * unitsPerSecond(style) + Number(decimals)
  return Number.isSafeInteger(units) ? { style, units } : null
}

/** Inverse of `readInstant`; undefined outside the range of `Date`. */
export function writeInstant({ style, units }: Instant, baseS: number): string | undefined {
  const perSecond = unitsPerSecond(style)
  const afterS = Math.floor(units / perSecond)
  const second = baseS + afterS
  if (!(Math.abs(second) < DATES_END_S)) return undefined
  const inMinute = modulo(second, 60)
  const decimals = style % 10
  const fraction = decimals === 0 ? '' : `.${String(units - afterS * perSecond).padStart(decimals, '0')}`
  return `${textOfMinute(second - inMinute)}${inMinute < 10 ? '0' : ''}${inMinute}${fraction}${SUFFIXES[Math.floor(style / 10)]}`
}

function secondsOfMinute(text: string): number {
  let seconds = minuteSeconds.get(text)
  if (seconds === undefined) {
    seconds = Date.parse(`${text}00Z`) / 1_000
    // 31 February parses as 3 March: such a text is stored unchanged.
    if (!Number.isNaN(seconds) && textOfMinute(seconds) !== text) seconds = Number.NaN
    if (minuteSeconds.size >= MINUTES_KEPT) minuteSeconds.clear()
    minuteSeconds.set(text, seconds)
  }
  return seconds
}

function textOfMinute(second: number): string {
  let text = minuteTexts.get(second)
  if (text === undefined) {
    text = new Date(second * 1_000).toISOString().slice(0, 17)
    if (minuteTexts.size >= MINUTES_KEPT) minuteTexts.clear()
    minuteTexts.set(second, text)
  }
  return text
}
