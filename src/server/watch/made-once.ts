import { randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import type { WatchStore } from '../history/watch-store.ts'

/** Texts that are made once and then stay: keys, and the name by which this server is told from others. */

/** That of a file, which is made where it is missing, and which we alone may read. */
export function madeOnceInFile(file: string, make: () => string): string {
  try {
    writeFileSync(file, make(), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return readFileSync(file, 'utf8')
}

/** That of all processes that share a watch, by its key in their store; made where there is none. */
export async function madeOnceInStore(
  store: Pick<WatchStore, 'states' | 'write'>,
  key: string,
  make: () => string,
): Promise<string> {
  const kept = (await store.states(key)).get('')
  if (kept !== undefined) return kept
  const made = make()
  await store.write({ states: [[key, made]] })
  return made
}

/** Tells one server from all others: its own for each `DATA_DIR`, and one for all processes that share a watch. */
export function newInstance(): string {
  return randomUUID()
}
