import type { Problem } from '../../contract/problems.ts'
import { FAULTS_SHOWN_MAX } from '../../contract/watch/rights.ts'

/** A fault for the operator to fix: an invalid settings file, or stored state set aside. */
export interface SettingsFault {
  /** The setting of the file, or the kind of stored state. */
  name: string
  /** The first problems. They contain no secrets. */
  problems: readonly Problem[]
  /** Number of further problems. */
  more: number
}

export type SettingsFaults = ReturnType<typeof createSettingsFaults>

/** Names present in metrics from the start. */
const FOLLOWED_FILES = ['PLACES_FILE', 'CHANNELS_FILE', 'RULES_FILE', 'ROLES_FILE', 'LAYERS_FILE']

/** The first problems of a name, and their total number. */
/** Files and stored state that are currently invalid. Previously valid values stay in force. */
export function createSettingsFaults() {
  const faults = new Map<string, { shown: Problem[]; count: number }>()
  const names = new Set(FOLLOWED_FILES)

  function add(name: string, problem: Problem): void {
    const problems = faults.get(name) ?? { shown: [], count: 0 }
    if (problems.shown.length < FAULTS_SHOWN_MAX) problems.shown.push(problem)
    problems.count++
    faults.set(name, problems)
    names.add(name)
  }

  return {
    /** Replaces the problems of a name; an empty list clears them. */
    set(name: string, problems: readonly Problem[]): void {
      faults.delete(name)
      for (const problem of problems) add(name, problem)
    },
    /** Adds one problem to a name. */
    add,
    list: (): SettingsFault[] =>
      [...faults]
        .slice(0, FAULTS_SHOWN_MAX)
        .map(([name, { shown, count }]) => ({ name, problems: [...shown], more: count - shown.length })),
    /** Number of problems per name; 0 for valid ones. */
    counts: (): Record<string, number> =>
      Object.fromEntries([...names].map((name) => [name, faults.get(name)?.count ?? 0])),
  }
}
