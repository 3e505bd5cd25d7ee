import { copyFileSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { History } from '../history/history.ts'
import { copyDatabase } from '../history/open-history.ts'

/** Temporary folder of copies; leftovers may be deleted. */
export const SNAPSHOT = /^\.snapshot-/
/** Journals of open databases, files set aside, and hidden files. */
const LEFT_OUT = /-(wal|shm|journal)$|\.sqlite\.|\.damaged|^\./

/**
 * Copies persistent files into a new folder, each consistent at one moment while it is written to. `history` is this
 * process's open database, which no other connection can read. Returns the names.
 */
export async function copyData(
  folder: string,
  into: string,
  history: Pick<History, 'backup'> | null,
): Promise<string[]> {
  mkdirSync(into, { mode: 0o700 })
  const open = await history?.backup(into)
  const entries = readdirSync(folder, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isFile() && !LEFT_OUT.test(entry.name)).map(({ name }) => name)
  for (const name of names) {
    const from = join(folder, name)
    const to = join(into, name)
    if (name === open) continue
    if (name.endsWith('.sqlite')) await copyDatabase(from, to)
    else copyFileSync(from, to)
  }
  return names
}
