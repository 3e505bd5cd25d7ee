import type { FrameReader } from '../../../client/feed/line/line-socket.ts'

/** Processing this many takes some milliseconds. */
export const RECORDS_PER_SLICE = 200
/** Shorter frames hold less. */
const LONG_FROM_CHARS = 32 * 1024
/** Bound of waiting messages: beyond it the oldest are read at once, as fast as others arrive. */
export const WAITING_MAX_CHARS = 8 * 1024 * 1024
/** Head of a message or response: flat fields, then the list. */
const HEAD =
  /^\s{0,9}\{(?:\s{0,9}"(?!data")\w{1,40}"\s{0,9}:\s{0,9}(?:"[^"\\]{0,99}"|[-+.\w]{1,40}|\[[^[\]{}]{0,999}\])\s{0,9},){0,20}\s{0,9}"data"\s{0,9}:\s{0,9}\[/
const TYPE = /"type"\s{0,9}:\s{0,9}"new_(?:strikes|metar_arrived)"/
/** Longest text behind the list that is searched for the type: some writers sort the fields by name. */
const TAIL_CHARS = 1_000

/** A message, or an act after it. */
/**
 * Reads messages of an upstream socket in order. A long list of records is split into frames with some of them each,
 * with a turn for other work (`nextTurn`) in between: a batch of an outbreak, or after a stall, would otherwise block
 * the process for seconds. `read` handles one frame.
 */
export function createSlicedReader(read: (text: string) => void, nextTurn: (run: () => void) => void): FrameReader {
  const waiting: { steps: Iterator<() => void>; chars: number }[] = []
  let waitingChars = 0

  function* reads(text: string): Generator<() => void, void, void> {
    for (const slice of slicesOf(text)) yield () => read(slice)
  }

  /** Removes the next pending step; null after the last. */
  function next(): (() => void) | null {
    for (let first = waiting[0]; first; first = waiting[0]) {
      const { value, done } = first.steps.next()
      if (!done) return value
      waiting.shift()
      waitingChars -= first.chars
    }
    return null
  }

  function go(): void {
    next()?.()
    if (waiting.length > 0) nextTurn(go)
  }

  function add(steps: Iterator<() => void>, chars = 0): void {
    waiting.push({ steps, chars })
    waitingChars += chars
    if (waiting.length === 1) go()
    while (waiting.length > 1 && waitingChars > WAITING_MAX_CHARS) next()?.()
  }

  return {
    take(text) {
      if (waiting.length === 0 && text.length < LONG_FROM_CHARS) read(text)
      else add(reads(text), text.length)
    },
    after: (act) => (waiting.length === 0 ? act() : add([act].values())),
    flush() {
      for (let act = next(); act; act = next()) act()
    },
  }
}

/** The same for the JSON of a REST response, parsed in slices. Rejects if `parse` throws. */
export async function parseInTurns(
  text: string,
  parse: (text: string) => unknown,
  nextTurn: () => Promise<unknown>,
): Promise<unknown> {
  const records: unknown[] = []
  let body: unknown
  const opening = openingOf(text)
  for (const slice of opening ? slicesAfter(text, opening, '{"data":[') : [text]) {
    if (body !== undefined) await nextTurn()
    body = parse(slice)
    const data = typeof body === 'object' && body !== null && 'data' in body ? body.data : null
    if (!Array.isArray(data)) return parse(text)
    for (const record of data) records.push(record)
  }
  return { ...(body as object), data: records }
}

/** Splits a frame into frames with some of its records each, equivalent together; the last one has all other fields. */
export function* slicesOf(text: string): Generator<string, void, void> {
  const opening = openingOf(text)
  const type = opening && (TYPE.exec(opening) ?? TYPE.exec(tailOf(text)))?.[0]
  if (!opening || !type) return yield text
  yield* slicesAfter(text, opening, `{${type},"data":[`)
}

function openingOf(text: string): string | null {
  return text.length < LONG_FROM_CHARS ? null : (HEAD.exec(text)?.[0] ?? null)
}

function tailOf(text: string): string {
  const end = text.slice(-TAIL_CHARS)
  return end.slice(end.lastIndexOf(']') + 1)
}

function* slicesAfter(text: string, opening: string, openingOfPart: string): Generator<string, void, void> {
  let from = opening.length
  let count = 0
  for (const { at, isEnd } of separators(text, from)) {
    if (isEnd) break
    if (++count % RECORDS_PER_SLICE > 0) continue
    yield `${openingOfPart}${text.slice(from, at)}]}`
    from = at + 1
  }
  yield opening + text.slice(from)
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const OPEN_LIST = 0x5b
const CLOSE_LIST = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

/** Positions of the list's top-level commas, and its end. */
function* separators(text: string, from: number): Generator<{ at: number; isEnd: boolean }, void, void> {
  let depth = 0
  let isInText = false
  for (let at = from; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        isInText = !isInText
        break
      case BACKSLASH:
        at++ // skip the escaped character
        break
      case OPEN_LIST:
      case OPEN_OBJECT:
        if (!isInText) depth++
        break
      case CLOSE_LIST:
      case CLOSE_OBJECT:
        if (isInText) break
        if (depth === 0) return yield { at, isEnd: true }
        depth--
        break
      case COMMA:
        if (!isInText && depth === 0) yield { at, isEnd: false }
    }
  }
}
