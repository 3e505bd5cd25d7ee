import type { Problem } from '../../contract/problems.ts'

/** What stored texts have to be. The store hands out none that is not, and leaves it where it is. */
export interface StoredChecks {
  /** What is wrong with the text of a state; null where it is as it must be. */
  stateFault(name: string, text: string): Problem | null
  /** Hears of what was found wrong, perhaps more than once: `what` is a kind of state, or `alarms` or `journal`. */
  setAside(what: string, key: string, problem: Problem): void
}

export const NO_CHECKS: StoredChecks = { stateFault: () => null, setAside() {} }
