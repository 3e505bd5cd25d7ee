/** The resource points of a UTC day. Calls in flight count as spent until they turn out to be free. */
export interface PointBudget {
  /**
   * Sets `points` aside for a call about to be made; null where `share` (0 to 1) of the day's budget does not hold them,
   * or `asker` has had a fair share of it: half of what the others have left at the beginning of the UTC day, all of it
   * at its end; without an asker, as for the server itself, nobody's share is looked at. Of callers at the same moment only so many get a reservation as there are points for.
   */
  reserve(points: number, claim?: { share?: number; asker?: string }): Promise<Reservation | null>
  state(): Promise<BudgetState>
}

export interface BudgetState {
  spentToday: number
  budgetPerDay: number
  /** Unix ms. */
  resetsAtMs: number
  /** True while nothing is left to reserve. */
  exhausted: boolean
}

/** To be settled once, one way or the other; whatever comes after the first call changes nothing. Neither rejects. */
export interface Reservation {
  /** The call was charged. */
  spend(): Promise<void>
  /** The call was not charged: a 404, an error, a failure. */
  release(): Promise<void>
}
