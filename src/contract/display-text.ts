import * as z from 'zod/mini'

/** Text of people and of other services that is shown: the one filter for it, and how long it may be. */

/** Names: of places, stations, layers, channels, screens. UTF-16 code units. */
export const NAME_MAX = 200
/** Identifiers and codes. */
export const ID_MAX = 64
/** Notes, messages and every other text of the upstream that has no bound of its own. */
export const TEXT_MAX = 2_000

/**
 * What no name or note needs, and what forges lines, hides text or turns it around: C0 and C1 controls, DEL, marks and overrides of
 * the bidirectional algorithm (UAX #9) with their deprecated kin, line and paragraph separators, interlinear annotations,
 * and blanks without width. The joiners U+200C and U+200D stay: several scripts and emoji are written with them.
 */
const UNSHOWN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
  /[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]+/g
/** Half of a pair of code units. */
const LONE_SURROGATE = /\p{Surrogate}/gu
/** No language has as many marks on one letter (UAX #15): what brings more is no text, and is slow to put in order. */
const MARKS_TOO_MANY = /(\p{Mark}{30})\p{Mark}+/gu
const LINE_BREAK = /\r\n?|[\n\u0085\u2028\u2029]/

/** `text` in one of Unicode's forms, with 30 marks in a row at most: in time that grows with its length alone. */
export function unicodeForm(text: string, form: 'NFC' | 'NFKD'): string {
  return text.replace(MARKS_TOO_MANY, '$1').normalize(form)
}

/**
 * `text` as it may be shown: well-formed, in Unicode's form NFC, without control and direction characters, and without blanks at
 * its ends. A line break is one blank, or stays a `\n` where `lineBreaks` are allowed.
 */
export function displayText(text: string, { lineBreaks = false }: { lineBreaks?: boolean } = {}): string {
  return unicodeForm(text.replace(LONE_SURROGATE, '\ufffd'), 'NFC')
    .split(LINE_BREAK)
    .map((line) => line.replace(/\t/g, ' ').replace(UNSHOWN, ''))
    .join(lineBreaks ? '\n' : ' ')
    .trim()
}

/** The same, no longer than `maxLength`: the rest is cut off, never through the middle of a character. */
export function cutDisplayText(text: string, maxLength: number): string {
  // Composing makes a text shorter, at most by two in three; of a megabyte only its beginning is looked at.
  const shown = displayText(text.slice(0, 4 * maxLength))
  if (shown.length <= maxLength) return shown
  return shown
    .slice(0, maxLength)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd()
}

/** A name that a person or a settings file gives: 1 to `maxLength` characters. */
export function nameOf(maxLength = NAME_MAX, said?: string) {
  return z.string(said).check(
    z.maxLength(4 * maxLength, { error: said, abort: true }),
    z.overwrite((text) => displayText(text)),
    z.minLength(1, said),
    z.maxLength(maxLength, said),
  )
}

/** A note that a person leaves: line breaks stay in it. */
export function noteOf(maxLength = TEXT_MAX) {
  return z.string().check(
    z.maxLength(4 * maxLength, { abort: true }),
    z.overwrite((text) => displayText(text, { lineBreaks: true })),
    z.maxLength(maxLength),
  )
}
