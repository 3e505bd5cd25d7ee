import type { Logger } from 'pino'
import type { Problem } from '../../contract/problems.ts'
import { problemAt } from '../../core/problems/problem.ts'
import { problemText } from '../../core/problems/problem-text.ts'
import type { Clock } from '../../core/time/clock.ts'
import type { SettingsFaults } from './settings-faults.ts'
import { readTextFileLater } from './text-file.ts'
import { unreadableFault } from './unreadable-file.ts'

/** The value of a setting; if it came from a file, the file is followed. */
export interface Kept<T> {
  value: T
  /** Null if the value was in the environment, or not set. */
  path: string | null
  /** Invalid entries of the file are left out. */
  isPartial?: boolean
}

/** Parsed text, or its problems, which never quote the text; `rest`: its valid entries, for a start. */
export type ReadText<T> = { ok: true; value: T } | { ok: false; problems: readonly Problem[]; rest?: T }

/** The parsed value of a setting; problems are appended to `problems`. */
export function readOr<T>(name: string, read: ReadText<T>, otherwise: T, problems: string[]): T {
  if (read.ok) return read.value
  problems.push(...read.problems.map((problem) => `${name} ${problemText(problem)}`))
  return otherwise
}

/** Reads the files named by settings at startup; problems are appended to `problems`. */
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
    const read = parse(text)
    if (!read.ok && read.rest !== undefined) return { value: read.rest, path, isPartial: true }
    return { value: readOr(name, read, otherwise, problems), path }
  }
}

export interface FollowedFile<T> {
  current(): T
  close(): void
}

const LOOK_EVERY_MS = 5_000
/** Maximum problems of one file in a log line. */
const LOGGED = 20

/**
 * Follows a settings file: passwords, keys and secrets change without a restart, which would disconnect all viewers. If
 * the file becomes invalid or is deleted, the previous value stays in force.
 */
export function followFile<T>(deps: {
  /** Setting name for the log. */
  name: string
  kept: Kept<T>
  parse(text: string): ReadText<T>
  /** Parts of an accepted file that were skipped, and why. */
  partsLeftOut?(value: T): readonly Problem[]
  /** Called with each accepted text, including the first. */
  taken?(value: T): void
  clock: Clock
  log: Logger
  readText?: (path: string) => Promise<string>
  /** Receives the current problems of the file; none once it is accepted. */
  faults?: Pick<SettingsFaults, 'set'> | undefined
}): FollowedFile<T> {
  const { name, kept, parse, clock, log, readText = readTextFileLater, faults } = deps
  const { path } = kept
  let { value } = kept
  if (path === null) return { current: () => value, close: () => {} }

  let seen: string | null = null // the last text read, or the error
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
      log.error(
        { setting: name, problems, count: read.problems.length },
        first && kept.isPartial
          ? 'invalid entries of a settings file left out, the others are in use'
          : 'settings file invalid, previous values stay in use',
      )
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
