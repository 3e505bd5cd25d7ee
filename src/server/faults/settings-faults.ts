import { Emitter, type Unsubscribe } from '../../core/util/emitter.ts'

/** What an operator has to mend: a file of settings that was refused, or stored state that was set aside. */
export interface SettingsFault {
  /** The setting that names the file, or what was stored. */
  name: string
  /** What is wrong with it. Problems repeat no secret. */
  problems: readonly string[]
}

export type SettingsFaults = ReturnType<typeof createSettingsFaults>

/** Problems that are told of one file or kind of state. */
const PROBLEMS_TOLD_MAX = 20

/** The files and the stored state that are not in force as they are now. Everything that was right before stays in force. */
export function createSettingsFaults() {
  const faults = new Map<string, readonly string[]>()
  const changes = new Emitter<void>()

  function set(name: string, problems: readonly string[]): void {
    if (problems.length === 0 && !faults.has(name)) return
    if (problems.length === 0) faults.delete(name)
    else faults.set(name, problems)
    changes.emit()
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
    counts: (): { name: string; problems: number }[] =>
      [...faults].map(([name, problems]) => ({ name, problems: problems.length })),
    onChange: (listener: () => void): Unsubscribe => changes.subscribe(listener),
  }
}
