import { copyFileSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { History } from '../history/history.ts'
import { copyDatabase } from '../history/open-history.ts'

/** Where copies are made before they are fetched; a folder of this name is nobody's to keep. */
export const SNAPSHOT = /^\.snapshot-/
/** What goes with an open database, what was set aside, and what is no file to keep. */
const LEFT_OUT = /-(wal|shm|journal)$|\.sqlite\.|\.damaged|^\./

/**
 * Copies what outlives a restart from one folder into another, which is made: each file as of one moment, while it is
 * written to. `history` is the open one of this process, which no other connection can read. Answers the names.
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
    const [from, to] = [join(folder, name), join(into, name)]
    if (name === open) continue
    if (name.endsWith('.sqlite')) await copyDatabase(from, to)
    else copyFileSync(from, to)
  }
  return names
}
