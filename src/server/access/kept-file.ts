import { readFile } from 'node:fs/promises'
import type { Logger } from 'pino'
import type { Clock } from '../../core/time/clock.ts'
import { whyUnreadable } from '../unreadable-file.ts'

/** The value of a setting; where it came from a file, the file is read again while the server runs. */
export interface Kept<T> {
  value: T
  /** Null where the value was in the environment itself, or nowhere. */
  path: string | null
}

/** A text that was read, or what is wrong with it; no problem repeats what the text holds. */
export type ReadText<T> = { ok: true; value: T } | { ok: false; problems: string[] }

/** What was read under the name of a setting; what is wrong with it goes to `problems`. */
export function readOr<T>(name: string, read: ReadText<T>, otherwise: T, problems: string[]): T {
  if (read.ok) return read.value
  problems.push(...read.problems.map((problem) => `${name} ${problem}`))
  return otherwise
}

/** Reads the files that settings name, for the first time; what is wrong with them goes to `problems`. */
export function createKeptReader(
  set: Readonly<Record<string, string>>,
  readFile: (path: string) => string,
  problems: string[],
) {
  return <T>(name: string, parse: (text: string) => ReadText<T>, otherwise: T): Kept<T> => {
    const path = set[name]
    if (!path) return { value: otherwise, path: null }
    let text: string
    try {
      text = readFile(path)
    } catch (error) {
      problems.push(`${name} ${whyUnreadable(error)}`)
      return { value: otherwise, path: null }
    }
    return { value: readOr(name, parse(text), otherwise, problems), path }
  }
}

export interface FollowedFile<T> {
  current(): T
  close(): void
}

const LOOK_EVERY_MS = 5_000

/**
 * The value as its file has it now: passwords, keys and secrets change without a restart, which would cut everybody's
 * lines. A file that turned bad, or went away, leaves what was read before in force.
 */
export function followFile<T>(deps: {
  /** Of the setting, for the log. */
  name: string
  kept: Kept<T>
  parse(text: string): ReadText<T>
  /** Hears of each text that is taken, and so of the first one. */
  taken?(value: T): void
  clock: Clock
  log: Logger
  readText?: (path: string) => Promise<string>
}): FollowedFile<T> {
  const { name, kept, parse, clock, log, readText = (path) => readFile(path, 'utf8') } = deps
  const { path } = kept
  let { value } = kept
  if (path === null) return { current: () => value, close: () => {} }

  let seen: string | null = null // the text of the last reading, or why it failed
  let looking = false

  async function look(file: string): Promise<void> {
    let text: string
    try {
      text = await readText(file)
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
      if (seen !== `failed ${code}`) log.error({ setting: name, code }, 'a file can not be read: what it held stays')
      seen = `failed ${code}`
      return
    }
    if (text === seen) return
    const first = seen === null
    seen = text
    const read = parse(text)
    if (!read.ok) {
      log.error({ setting: name, problems: read.problems }, 'a file is not taken as it is now: what it held stays')
      return
    }
    value = read.value
    deps.taken?.(value)
    if (!first) log.info({ setting: name }, 'a file has changed and is taken as it is now')
  }

  function lookAgain(file: string): void {
    if (looking) return
    looking = true
    void look(file).finally(() => {
      looking = false
    })
  }

  lookAgain(path)
  return { current: () => value, close: clock.every(LOOK_EVERY_MS, () => lookAgain(path)) }
}
