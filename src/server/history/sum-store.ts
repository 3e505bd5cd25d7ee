/**
 * Kinds of sums: cells by hour and by day, a place by day, reports by day, and the start of counting for a place. Each
 * is keyed by hours or days since 1970, depending on its kind.
 */
export type SumKind = 'hour' | 'day' | 'place' | 'reports' | 'since'

/** `id`: a place, '' for all places together. */
export interface KeptSum {
  kind: SumKind
  id: string
  at: number
  body: Uint8Array
}

/** Sums kept longer than the strikes they were computed from. */
export interface SumStore {
  /** Replaces sums of the same keys, atomically. Returns whether they are stored. */
  keep(sums: readonly KeptSum[]): Promise<boolean>
  /** Sums of a kind and id in [from, to), in order. */
  between(kind: SumKind, id: string, from: number, to: number): Promise<Map<number, Uint8Array>>
  /** Times with sums of a kind and id, in order. */
  times(kind: SumKind, id: string): Promise<number[]>
  /** All sums of a kind at a time, by id. */
  at(kind: SumKind, at: number): Promise<Map<string, Uint8Array>>
  /** Deletes sums of a kind before that time. */
  forget(kind: SumKind, before: number): Promise<void>
  size(): Promise<{ sums: number; bytes: number }>
}
