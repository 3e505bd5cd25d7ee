import type { DatabaseSync } from 'node:sqlite'
import type { KeptSum, SumKind } from '../../sum-store.ts'

export type SumTables = ReturnType<typeof createSumTables>

/** The table of sums. Writes go within a transaction. */
export function createSumTables(db: DatabaseSync) {
  const keep = db.prepare(
    'INSERT INTO sums (kind, id, at, body) VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET body = excluded.body',
  )
  const between = db.prepare('SELECT at, body FROM sums WHERE kind = ? AND id = ? AND at >= ? AND at < ? ORDER BY at')
  const times = db.prepare('SELECT at FROM sums WHERE kind = ? AND id = ? ORDER BY at')
  const at = db.prepare('SELECT id, body FROM sums WHERE kind = ? AND at = ?')
  const forget = db.prepare('DELETE FROM sums WHERE kind = ? AND at < ?')
  const size = db.prepare('SELECT count(*) AS sums, coalesce(sum(length(body)), 0) AS bytes FROM sums')

  return {
    keep({ kind, id, at: time, body }: KeptSum): void {
      keep.run(kind, id, time, body)
    },
    between: (kind: SumKind, id: string, from: number, to: number) =>
      new Map(between.all(kind, id, from, to).map((row) => [Number(row.at), row.body as Uint8Array])),
    times: (kind: SumKind, id: string) => times.all(kind, id).map((row) => Number(row.at)),
    at: (kind: SumKind, time: number) =>
      new Map(at.all(kind, time).map(({ id, body }) => [String(id), body as Uint8Array])),
    forget: (kind: SumKind, before: number): void => void forget.run(kind, before),
    size(): { sums: number; bytes: number } {
      const row = size.get()
      return { sums: Number(row?.sums), bytes: Number(row?.bytes) }
    },
  }
}
