import type { DatabaseSync } from 'node:sqlite'

export type NoteStore = ReturnType<typeof createNoteStore>

/** Small named texts. A new text is readable at once and saved with the next transaction. */
export function createNoteStore(db: DatabaseSync) {
  const upsert = db.prepare(
    'INSERT INTO notes (name, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value',
  )
  const remove = db.prepare('DELETE FROM notes WHERE name = ?')
  const values = new Map(
    db
      .prepare('SELECT name, value FROM notes')
      .all()
      .map(({ name, value }) => [String(name), String(value)]),
  )
  const changed = new Set<string>()

  return {
    get: (name: string): string | null => values.get(name) ?? null,
    set(name: string, value: string): void {
      if (values.get(name) === value) return
      values.set(name, value)
      changed.add(name)
    },
    /** Deletes names that begin with `beginning`, except one. */
    trim(beginning: string, keep: string): void {
      for (const name of values.keys()) {
        if (name === keep || !name.startsWith(beginning)) continue
        values.delete(name)
        changed.add(name)
      }
    },
    get isChanged(): boolean {
      return changed.size > 0
    },
    /** Within a transaction; call `saved` after the commit. */
    save(): void {
      for (const name of changed) {
        const value = values.get(name)
        if (value === undefined) remove.run(name)
        else upsert.run(name, value)
      }
    },
    saved: () => changed.clear(),
  }
}
