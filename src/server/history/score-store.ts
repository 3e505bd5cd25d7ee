/** What is kept of what was told, and of how it turned out: whole days of it, counted since 1970 as minutes are. */
export interface ScoreStore {
  /** Keeps what was said at a minute, in place of what was kept of it before. Never rejects: what can't be kept is lost. */
  say(minute: number, body: Uint8Array): Promise<void>
  /** What was said from one minute up to, not including, the other, in order. */
  said(fromMinute: number, toMinute: number): Promise<Uint8Array[]>
  /** Up to which minute everything is verified; null where nothing is. */
  verifiedTo(): Promise<number | null>
  /**
   * Keeps the sums of a day by place, the empty one for all together, in place of those that were kept, and up to which minute
   * everything is verified: all of it or nothing. Answers whether it stands.
   */
  keep(day: number, sums: ReadonlyMap<string, string>, verifiedTo: number): Promise<boolean>
  /** The sums of a day by place. */
  ofDay(day: number): Promise<Map<string, string>>
  /** The sums of a place by day, in order. */
  ofPlace(place: string): Promise<Map<number, string>>
  /** Lets go of what was said, and of sums, of before. */
  forget(before: { minute: number; day: number }): Promise<void>
}
