import type { Problem } from '../../contract/problems.ts'

/** Validation of stored texts. Invalid ones are not returned and stay in the store. */
export interface StoredChecks {
  /** The fault of a stored state; null if it is valid. */
  stateFault(name: string, text: string): Problem | null
  /** Receives each fault, possibly repeatedly; `what` is a kind of state, or `alarms` or `journal`. */
  setAside(what: string, key: string, problem: Problem): void
}

export const NO_CHECKS: StoredChecks = { stateFault: () => null, setAside() {} }
