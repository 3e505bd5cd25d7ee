import type { Logger } from 'pino'
import type { Clock } from '../../../core/time/clock.ts'
import { messageOf } from '../../../core/util/message-of.ts'
import type { KeptStore } from '../engine.ts'
import { KEEP_EVERY_MS } from '../timing.ts'

/** Longest message of NATS (1 MiB), with room for headers. */
export const BYTES_MAX = 1_000_000

/** Another process writes, or this one must stop writing. */
class Superseded extends Error {}

/** Writes one key. Throws if this process must stop writing. */
export type Put = (key: string, bytes: Uint8Array) => Promise<void>

/** Stores copies at intervals, in the leader alone: each write names the one before, so that only one process can write. */
export function createKeeping(deps: {
  store: Pick<KeptStore, 'last' | 'put'>
  mayKeep(): boolean
  keep(put: Put): Promise<void>
  /** Log message. */
  failed: string
  clock: Clock
  log: Logger
}): { keep(): Promise<void>; close(): void } {
  const { store, mayKeep, failed, clock, log } = deps
  let running: Promise<void> | null = null

  async function tryToKeep(): Promise<void> {
    try {
      if (!mayKeep()) return
      let last = await store.last()
      await deps.keep(async (key, bytes) => {
        if (!mayKeep()) throw new Superseded()
        if (bytes.length > BYTES_MAX) throw new Error(`${key} is too long to be stored: ${bytes.length} bytes`)
        const number = await store.put(key, bytes, last)
        if (number === null) throw new Superseded()
        last = number
      })
    } catch (error) {
      if (!(error instanceof Superseded)) log.warn({ error: messageOf(error) }, failed)
    }
  }

  function keep(): Promise<void> {
    running ??= tryToKeep().finally(() => {
      running = null
    })
    return running
  }

  return { keep, close: clock.every(KEEP_EVERY_MS, () => void keep()) }
}
