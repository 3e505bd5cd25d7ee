/**
 * Tolerant JSON parser for common errors: `NaN`, `Infinity`, `None` and other bare words, numbers such as `+5` or `.5`,
 * control characters inside texts, missing or doubled commas. Only the invalid value is lost; broken structure (a
 * truncated text, a mismatched bracket) is an error.
 */

/**
 * Longer texts would block the process for more than a tenth of a second: they are parsed strictly. Lists of records
 * arrive in shorter slices (`server/sources/upstream/sliced-frames.ts`).
 */
const CHARS_MAX = 128 * 1024
/** No document of the wire is nested deeper than five. */
export const DEPTH_MAX = 64

const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/
const BARE = /[^\s,:[\]{}"]*/y
const BLANKS = /\s*/y
const SEPARATORS = /[\s,]*/y
const TEXT = /"[^"\\]*(?:\\[\s\S][^"\\]*)*"/y
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids control characters.
const ESCAPE_OR_INVALID = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})|[\\\u0000-\u001f]/g

const UNREADABLE = Symbol('unreadable')
const WORDS = new Map<string, unknown>([
  ['true', true],
  ['false', false],
  ['null', null],
])

/** Objects with an unreadable value. */
const mended = new WeakSet<object>()

/** True for an object with an unreadable value, which was replaced by null. */
export function isMended(value: unknown): boolean {
  return typeof value === 'object' && value !== null && mended.has(value)
}

/**
 * Parses JSON strictly; if that fails, parses it again with each invalid value replaced by null. `number` converts the
 * text of a number. Throws `SyntaxError`.
 */
export function parseOrMend(text: string, strict: (text: string) => unknown, number: (source: string) => unknown) {
  try {
    return strict(text)
  } catch (error) {
    if (text.length > CHARS_MAX) throw error
    return mend(text, number)
  }
}

/** JSON with numbers as doubles; see `parseOrMend`. */
export function parseJson(text: string): unknown {
  return parseOrMend(text, JSON.parse, Number)
}

function mend(text: string, number: (source: string) => unknown): unknown {
  let at = text.charCodeAt(0) === 0xfeff ? 1 : 0

  /** Consumes and returns the text that matches `form` here; null without a match. */
  function take(form: RegExp): string | null {
    form.lastIndex = at
    const [found] = form.exec(text) ?? []
    if (found === undefined) return null
    at += found.length
    return found
  }

  function fail(): never {
    throw new SyntaxError(at >= text.length ? 'JSON is cut short' : `JSON has no value at character ${at}`)
  }

  function valueAt(depth: number): unknown {
    if (depth > DEPTH_MAX) throw new SyntaxError(`JSON deeper than ${DEPTH_MAX} levels`)
    const first = text[at]
    if (first === '{') return objectAt(depth)
    if (first === '[') return listAt(depth)
    if (first === '"') return textAt()
    const bare = take(BARE)
    if (!bare || at >= text.length) return fail() // at the end of the text the word may be truncated
    if (NUMBER.test(bare)) return number(bare)
    return WORDS.has(bare) ? WORDS.get(bare) : UNREADABLE
  }

  function textAt(): string {
    const quoted = take(TEXT)
    if (quoted === null) {
      at = text.length
      return fail()
    }
    const sound = quoted.replace(ESCAPE_OR_INVALID, (found) => {
      if (found.length > 1) return found
      return found === '\\' ? '\\\\' : `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`
    })
    return JSON.parse(sound) as string
  }

  function listAt(depth: number): unknown[] {
    const items: unknown[] = []
    at++
    for (take(SEPARATORS); text[at] !== ']'; take(SEPARATORS)) items.push(orNull(valueAt(depth + 1)))
    at++
    return items
  }

  function objectAt(depth: number): object {
    const entries: [string, unknown][] = []
    at++
    for (take(SEPARATORS); text[at] !== '}'; take(SEPARATORS)) {
      const name = text[at] === '"' ? textAt() : fail()
      take(BLANKS)
      if (text[at] !== ':') fail()
      at++
      take(BLANKS)
      const isMissing = text[at] === '}' || text[at] === ','
      entries.push([name, isMissing ? UNREADABLE : valueAt(depth + 1)])
    }
    at++
    const object = Object.fromEntries(entries.map(([name, value]) => [name, orNull(value)]))
    if (entries.some(([, value]) => value === UNREADABLE)) mended.add(object)
    return object
  }

  take(BLANKS)
  const value = valueAt(0)
  take(BLANKS)
  return at < text.length ? fail() : value
}

const orNull = (value: unknown) => (value === UNREADABLE ? null : value)
