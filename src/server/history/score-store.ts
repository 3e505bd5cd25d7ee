/** Archived forecasts and their verification, in whole days since 1970; minutes are counted since 1970. */
export interface ScoreStore {
  /**
   * Stores the forecast of a minute, replacing an earlier one. Never rejects: one that cannot be stored is written later.
   */
  say(minute: number, body: Uint8Array): Promise<void>
  /** Forecasts in [fromMinute, toMinute), in order. */
  said(fromMinute: number, toMinute: number): Promise<Uint8Array[]>
  /** The minute up to which verification is complete; null before the first. */
  verifiedTo(): Promise<number | null>
  /**
   * Stores the sums of a day by place ('' for all places together), replacing earlier ones, and the minute up to which
   * verification is complete, atomically. Returns whether they are stored.
   */
  keep(day: number, sums: ReadonlyMap<string, string>, verifiedTo: number): Promise<boolean>
  ofDay(day: number): Promise<Map<string, string>>
  /** The sums of a place by day, in order. */
  ofPlace(place: string): Promise<Map<number, string>>
  /** Deletes forecasts and sums older than this. */
  forget(before: { minute: number; day: number }): Promise<void>
}
