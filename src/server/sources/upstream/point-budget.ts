/** The resource points of a UTC day. Calls in flight count as spent until they turn out to be free. */
export interface PointBudget {
  /**
   * Sets `points` aside for a call about to be made; null where this share (0 to 1) of the day's budget does not hold
   * them. Of callers at the same moment only so many get a reservation as there are points for.
   */
  reserve(points: number, share?: number): Promise<Reservation | null>
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
