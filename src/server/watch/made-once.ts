import { randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import type { WatchStore } from '../history/watch-store.ts'

/** Generated texts that never change: keys, and the unique id of this server. */

/** Text of a file, generated if missing, readable only by us. */
export function madeOnceInFile(file: string, make: () => string): string {
  try {
    writeFileSync(file, make(), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return readFileSync(file, 'utf8')
}

/** Text shared by all processes of a cluster, by its key in their store; generated if missing. */
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

/** Unique server id: one per `DATA_DIR`, or one for all processes of a cluster. */
export function newInstance(): string {
  return randomUUID()
}
