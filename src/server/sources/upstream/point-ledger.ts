/** The points of one UTC day, counted in days since 1970. */
export interface SpentPoints {
  day: number
  points: number
}

/** Persistent count of points. Calls take effect in order. */
export interface PointLedger {
  /** Null before the first count. */
  read(): Promise<SpentPoints | null>
  /** Never rejects. */
  keep(spent: SpentPoints): Promise<void>
  /** Call it whenever the count is read: it refreshes the points spent by other processes, at intervals. */
  look?(): void
  /** Notifies of points spent by other processes; negative if some were released. */
  onSpentElsewhere?(listener: (spent: SpentPoints) => void): void
}
