/**
 * JSON as some writers get it wrong: `NaN`, `Infinity`, `None` and other bare words, numbers such as `+5` or `.5`, control
 * characters within texts, missing or doubled commas. The value that is wrong costs only itself; structure that is missing
 * (a text that is cut short, a bracket of the wrong kind) is an error.
 */

/**
 * Longer texts would keep the process busy for more than a tenth of a second: those are read strictly. Lists of records come
 * in parts that are shorter (`server/sources/upstream/sliced-frames.ts`).
 */
const CHARS_MAX = 128 * 1024
/** No document of the wire goes deeper than five. */
export const DEPTH_MAX = 64

const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/
const BARE = /[^\s,:[\]{}"]*/y
const BLANKS = /\s*/y
const SEPARATORS = /[\s,]*/y
const TEXT = /"[^"\\]*(?:\\[\s\S][^"\\]*)*"/y
const ESCAPE = /\\(["\\/bfnrt]|u[0-9a-fA-F]{4})|\\/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what JSON forbids.
const CONTROLS = /[\u0000-\u001f]/g

const UNREADABLE = Symbol('unreadable')
const WORDS = new Map<string, unknown>([
  ['true', true],
  ['false', false],
  ['null', null],
])

/** Objects of which a value could not be read. */
const mended = new WeakSet<object>()

/** True for an object of which a value could not be read: there stands null. */
export function isMended(value: unknown): boolean {
  return typeof value === 'object' && value !== null && mended.has(value)
}

/**
 * Parses JSON strictly; if that fails, parses it again with each invalid value replaced by null. `number` makes a value of a number's text. Throws `SyntaxError`.
 */
export function parseOrMend(text: string, strict: (text: string) => unknown, number: (source: string) => unknown) {
  try {
    return strict(text)
  } catch (error) {
    if (text.length > CHARS_MAX) throw error
    return mend(text, number)
  }
}

/** JSON, its numbers as doubles; see `parseOrMend`. */
export function parseJson(text: string): unknown {
  return parseOrMend(text, JSON.parse, Number)
}

function mend(text: string, number: (source: string) => unknown): unknown {
  let at = text.charCodeAt(0) === 0xfeff ? 1 : 0

  /** The text that `form` fits here, gone past; null where it fits nothing. */
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
    if (!bare || at >= text.length) return fail() // what ends the whole text may have been longer
    if (NUMBER.test(bare)) return number(bare)
    return WORDS.has(bare) ? WORDS.get(bare) : UNREADABLE
  }

  function textAt(): string {
    const quoted = take(TEXT)
    if (quoted === null) {
      at = text.length
      return fail()
    }
    const sound = quoted
      .replace(ESCAPE, (all, known) => (known ? all : '\\\\'))
      .replace(CONTROLS, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`)
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
