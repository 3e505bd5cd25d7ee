import type { Logger } from 'pino'
import type { Problem } from '../../contract/problems.ts'
import { problemAt, problemText } from '../../core/problems/problem.ts'
import type { Clock } from '../../core/time/clock.ts'
import type { SettingsFaults } from '../faults/settings-faults.ts'
import { readTextFileLater } from '../text-file.ts'
import { unreadableFault } from '../unreadable-file.ts'

/** The value of a setting; where it came from a file, the file is read again while the server runs. */
export interface Kept<T> {
  value: T
  /** Null where the value was in the environment itself, or nowhere. */
  path: string | null
}

/** A text that was read, or what is wrong with it; no problem repeats what the text holds. */
export type ReadText<T> = { ok: true; value: T } | { ok: false; problems: readonly Problem[] }

/** What was read under the name of a setting; what is wrong with it goes to `problems`. */
export function readOr<T>(name: string, read: ReadText<T>, otherwise: T, problems: string[]): T {
  if (read.ok) return read.value
  problems.push(...read.problems.map((problem) => `${name} ${problemText(problem)}`))
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
      problems.push(`${name} ${problemText(problemAt(unreadableFault(error)))}`)
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
/** Problems of one file in one line of the log. */
const LOGGED = 20

/**
 * The value as its file has it now: passwords, keys and secrets change without a restart, which would cut everybody's
 * lines. A file that turned bad, or went away, leaves what was read before in force.
 */
export function followFile<T>(deps: {
  /** Of the setting, for the log. */
  name: string
  kept: Kept<T>
  parse(text: string): ReadText<T>
  /** What of a file that is taken is left out all the same, and why. */
  partsLeftOut?(value: T): readonly Problem[]
  /** Hears of each text that is taken, and so of the first one. */
  taken?(value: T): void
  clock: Clock
  log: Logger
  readText?: (path: string) => Promise<string>
  /** Told what is wrong with the file as it is now; nothing once it is taken. */
  faults?: Pick<SettingsFaults, 'set'> | undefined
}): FollowedFile<T> {
  const { name, kept, parse, clock, log, readText = readTextFileLater, faults } = deps
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
      const fault = problemAt(unreadableFault(error))
      const problem = problemText(fault)
      if (seen !== `failed ${problem}`)
        log.error({ setting: name, problem }, 'settings file unreadable, previous values stay in use')
      seen = `failed ${problem}`
      faults?.set(name, [fault])
      return
    }
    if (text === seen) return
    const first = seen === null
    seen = text
    const read = parse(text)
    if (!read.ok) {
      const problems = read.problems.slice(0, LOGGED).map((problem) => problemText(problem))
      log.error({ setting: name, problems, count: read.problems.length }, 'settings file invalid, previous values stay in use')
      faults?.set(name, read.problems)
      return
    }
    value = read.value
    faults?.set(name, deps.partsLeftOut?.(value) ?? [])
    deps.taken?.(value)
    if (!first) log.info({ setting: name }, 'settings file reloaded')
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
