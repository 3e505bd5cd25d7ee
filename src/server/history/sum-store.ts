/**
 * What sums are kept of: cells by hour and by day, a place by day, reports by day, and since when a place is counted. Each is
 * kept under a time, in hours or days since 1970 as its kind has it.
 */
export type SumKind = 'hour' | 'day' | 'place' | 'reports' | 'since'

/** `id`: a place, the empty one for all together. */
export interface KeptSum {
  kind: SumKind
  id: string
  at: number
  body: Uint8Array
}

/** Sums that outlive what they were made of. */
export interface SumStore {
  /** Keeps these in place of what was kept of the same: all of it or nothing. Answers whether it stands. */
  keep(sums: readonly KeptSum[]): Promise<boolean>
  /** Those of a kind and id from one time up to, not including, the other, in order. */
  between(kind: SumKind, id: string, from: number, to: number): Promise<Map<number, Uint8Array>>
  /** The times at which there is something of a kind and id, in order. */
  times(kind: SumKind, id: string): Promise<number[]>
  /** Everything of a kind at a time, by id. */
  at(kind: SumKind, at: number): Promise<Map<string, Uint8Array>>
  /** Lets go of those of a kind from before that time. */
  forget(kind: SumKind, before: number): Promise<void>
  /** How many there are, and the bytes of them. */
  size(): Promise<{ sums: number; bytes: number }>
}
