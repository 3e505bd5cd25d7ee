/** The points of one UTC day, counted in days since 1970. */
export interface SpentPoints {
  day: number
  points: number
}

/** Where the count of points outlives a restart. Calls take effect in the order they are made. */
export interface PointLedger {
  /** Null where nothing was counted yet. */
  read(): Promise<SpentPoints | null>
  /** Never rejects. */
  keep(spent: SpentPoints): Promise<void>
  /** To be called whenever the count is asked for: looks, now and then, what others spent. */
  look?(): void
  /** Hears of points that others turn out to have spent beside those that were read and kept; of fewer than 0 where they gave some back. */
  onSpentElsewhere?(listener: (spent: SpentPoints) => void): void
}
