import * as z from 'zod/mini'

/** Filter for displayed text of people and other services, with length limits. */

/** Names: of places, stations, layers, channels, screens. UTF-16 code units. */
export const NAME_MAX = 200
/** Identifiers and codes. */
export const ID_MAX = 64
/** Notes, messages and other upstream texts without a specific limit. */
export const TEXT_MAX = 2_000

/**
 * Characters that could forge lines, or hide or reverse text: C0 and C1 controls, DEL, marks and overrides of the
 * bidirectional algorithm (UAX #9) with their deprecated relatives, line and paragraph separators, interlinear
 * annotations, zero-width blanks, and other letters without a shape (soft hyphen, fillers). The joiners U+200C and
 * U+200D stay: several scripts and emoji need them.
 */
const UNSHOWN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are the target.
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]+/g
/** Half of a pair of code units. */
const LONE_SURROGATE = /\p{Surrogate}/gu
/** No language has as many marks on one letter (UAX #15): more are not text, and slow to normalize. */
const MARKS_TOO_MANY = /(\p{Mark}{30})\p{Mark}+/gu
const LINE_BREAK = /\r\n?|[\n\u0085\u2028\u2029]/

/** `text` in a Unicode normal form, with at most 30 consecutive marks, so that the time is linear in its length. */
export function unicodeForm(text: string, form: 'NFC' | 'NFKD'): string {
  return text.replace(MARKS_TOO_MANY, '$1').normalize(form)
}

/**
 * `text` for display: well-formed, NFC, without control and direction characters, trimmed. A line break becomes a
 * blank, or stays a `\n` if `lineBreaks` are allowed.
 */
export function displayText(text: string, { lineBreaks = false }: { lineBreaks?: boolean } = {}): string {
  return unicodeForm(text.replace(LONE_SURROGATE, '\ufffd'), 'NFC')
    .split(LINE_BREAK)
    .map((line) => line.replace(/\t/g, ' ').replace(UNSHOWN, ''))
    .join(lineBreaks ? '\n' : ' ')
    .trim()
}

/** The same, cut to `maxLength`, never inside a character. */
export function cutDisplayText(text: string, maxLength: number): string {
  // Composition shortens a text by at most two thirds; of a megabyte only the beginning is processed.
  const shown = displayText(text.slice(0, 4 * maxLength))
  if (shown.length <= maxLength) return shown
  return shown
    .slice(0, maxLength)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd()
}

/** A name entered by a person or a settings file: 1 to `maxLength` characters. */
export function nameOf(maxLength = NAME_MAX, said?: string) {
  return z.string(said).check(
    z.maxLength(4 * maxLength, { error: said, abort: true }),
    z.overwrite((text) => displayText(text)),
    z.minLength(1, said),
    z.maxLength(maxLength, said),
  )
}

/** A note of a person, with line breaks. */
export function noteOf(maxLength = TEXT_MAX) {
  return z.string().check(
    z.maxLength(4 * maxLength, { abort: true }),
    z.overwrite((text) => displayText(text, { lineBreaks: true })),
    z.maxLength(maxLength),
  )
}
