/** What an operator has to mend: a file of settings that was refused, or stored state that was set aside. */
export interface SettingsFault {
  /** The setting that names the file, or what was stored. */
  name: string
  /** What is wrong with it. Problems repeat no secret. */
  problems: readonly string[]
}

export type SettingsFaults = ReturnType<typeof createSettingsFaults>

/** Those that are counted from the beginning. */
const FOLLOWED_FILES = ['PLACES_FILE', 'CHANNELS_FILE', 'RULES_FILE', 'ROLES_FILE']
/** Problems that are told of one file or kind of state. */
const PROBLEMS_TOLD_MAX = 20

/** The files and the stored state that are not in force as they are now. Everything that was right before stays in force. */
export function createSettingsFaults() {
  const faults = new Map<string, readonly string[]>()
  const names = new Set(FOLLOWED_FILES)

  function set(name: string, problems: readonly string[]): void {
    if (problems.length === 0 && !faults.has(name)) return
    if (problems.length === 0) faults.delete(name)
    else faults.set(name, problems)
    names.add(name)
  }

  return {
    /** Replaces the problems of a name; none means that it is right again. */
    set,
    /** Adds one problem to those of a name. */
    add: (name: string, problem: string): void => set(name, [...(faults.get(name) ?? []), problem]),
    list: (): SettingsFault[] =>
      [...faults].map(([name, problems]) => {
        const more = problems.length - PROBLEMS_TOLD_MAX
        const told = problems.slice(0, PROBLEMS_TOLD_MAX)
        return { name, problems: more > 0 ? [...told, `${more} more`] : told }
      }),
    /** How many problems each name has; 0 for those that are right. */
    counts: (): Record<string, number> =>
      Object.fromEntries([...names].map((name) => [name, faults.get(name)?.length ?? 0])),
  }
}
