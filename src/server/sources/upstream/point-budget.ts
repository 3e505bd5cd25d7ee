/** Resource points of a UTC day. Calls in flight count as spent until they turn out to be free. */
export interface PointBudget {
  /**
   * Reserves `points` for a call; null if `share` (0 to 1) of the daily budget does not hold them, or `asker` has used
   * a fair share: half of the remaining points of others at the beginning of the UTC day, all of them at its end;
   * without an asker, as for the server itself, only the budget counts. Concurrent callers cannot overdraw it.
   */
  reserve(points: number, claim?: { share?: number; asker?: string }): Promise<Reservation | null>
  state(): Promise<BudgetState>
}

export interface BudgetState {
  spentToday: number
  budgetPerDay: number
  /** Unix ms. */
  resetsAtMs: number
  /** True if no points are left to reserve. */
  exhausted: boolean
}

/** Settled once; later calls have no effect. Neither rejects. */
export interface Reservation {
  /** The call was charged. */
  spend(): Promise<void>
  /** The call was not charged: a 404, an error, a failure. */
  release(): Promise<void>
}
