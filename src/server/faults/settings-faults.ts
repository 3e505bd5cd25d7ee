import type { Problem } from '../../contract/problems.ts'
import { FAULTS_SHOWN_MAX } from '../../contract/watch/rights.ts'

/** What an operator has to mend: a file of settings that was refused, or stored state that was set aside. */
export interface SettingsFault {
  /** The setting that names the file, or what was stored. */
  name: string
  /** What is wrong with it: the first ones. Problems repeat no secret. */
  problems: readonly Problem[]
  /** How many problems there are beside those. */
  more: number
}

export type SettingsFaults = ReturnType<typeof createSettingsFaults>

/** Those that are counted from the beginning. */
const FOLLOWED_FILES = ['PLACES_FILE', 'CHANNELS_FILE', 'RULES_FILE', 'ROLES_FILE', 'LAYERS_FILE']

/** The first problems of a name, and how many there are in all. */
interface Problems {
  shown: Problem[]
  count: number
}

/** The files and the stored state that are not in force as they are now. Everything that was right before stays in force. */
export function createSettingsFaults() {
  const faults = new Map<string, Problems>()
  const names = new Set(FOLLOWED_FILES)

  function add(name: string, problem: Problem): void {
    const problems = faults.get(name) ?? { shown: [], count: 0 }
    if (problems.shown.length < FAULTS_SHOWN_MAX) problems.shown.push(problem)
    problems.count++
    faults.set(name, problems)
    names.add(name)
  }

  return {
    /** Replaces the problems of a name; none means that it is right again. */
    set(name: string, problems: readonly Problem[]): void {
      faults.delete(name)
      for (const problem of problems) add(name, problem)
    },
    /** Adds one problem to those of a name. */
    add,
    list: (): SettingsFault[] =>
      [...faults]
        .slice(0, FAULTS_SHOWN_MAX)
        .map(([name, { shown, count }]) => ({ name, problems: [...shown], more: count - shown.length })),
    /** How many problems each name has; 0 for those that are right. */
    counts: (): Record<string, number> =>
      Object.fromEntries([...names].map((name) => [name, faults.get(name)?.count ?? 0])),
  }
}
