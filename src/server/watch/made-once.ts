import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { Logger } from 'pino'
import { messageOf } from '../../core/util/message-of.ts'
import type { WatchStore } from '../history/watch-store.ts'

/** Generated texts that never change: keys, and the unique id of this server. */

/**
 * Text of a file, generated if it is missing, readable only by us. An empty file is what a full disk or a power failure
 * leaves, so it counts as missing, and a new one takes its name when it is complete on the disk. A damaged one is set
 * aside.
 */
export function madeOnceInFile(
  file: string,
  make: () => string,
  check?: { isIntact(text: string): boolean; onDamage(aside: string): void },
): string {
  const kept = existsSync(file) ? readFileSync(file, 'utf8') : ''
  if (kept !== '' && check?.isIntact(kept) !== false) return kept
  if (kept !== '') {
    const aside = `${file}.damaged`
    renameSync(file, aside)
    check?.onDamage(basename(aside))
  }
  const made = make()
  writeFileSync(`${file}.new`, made, { mode: 0o600, flush: true })
  renameSync(`${file}.new`, file)
  return made
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

/** The server id of a file; one for this process if it cannot be read or written, as on a full disk. */
export function instanceInFile(file: string, log: Pick<Logger, 'error'>): string {
  try {
    return madeOnceInFile(file, newInstance)
  } catch (error) {
    log.error({ error: messageOf(error) }, 'server id not stored, MQTT brokers will see another client after a restart')
    return newInstance()
  }
}
