import type { Logger } from 'pino'
import { type Clock, delay } from '../../../core/time/clock.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'
import type { History } from '../../history/history.ts'
import type { SealedMinute } from '../../history/sealed-store.ts'
import type { KeptStore } from '../engine.ts'
import { SAY_EVERY_MS, STUCK_MS, TRY_AGAIN_MS } from '../timing.ts'
import { minuteKey, unpackMinute } from './kept-forms.ts'

/** Minutes read and written together, within a few milliseconds. */
const AT_ONCE = 16
/** Between two groups: live data have priority. */
const PAUSE_MS = 20

export type Filler = ReturnType<typeof createFiller>

/** Copies final minutes from the shared store into the history of this machine. */
export function createFiller(deps: {
  store: Pick<KeptStore, 'get'>
  history: Pick<History, 'sealed' | 'write'>
  /** The minutes from `down` on are copied; all if it is null. */
  onProgress(down: number | null): void
  clock: Clock
  log: Logger
}) {
  const { store, history, onProgress, clock, log } = deps
  /** In order, the newest last. */
  let pending: number[] = []
  const flights = new Map<number, Promise<void>>()
  let closed = false

  async function read(minute: number): Promise<SealedMinute[]> {
    const bytes = await store.get(minuteKey(minute))
    if (!bytes) return [] // expired meanwhile
    try {
      return [unpackMinute(bytes)]
    } catch (error) {
      log.error({ minute, error: String(error) }, 'invalid stored minute, reported as lost')
      const fromMs = minute * MINUTE_MS
      await history.write({ kind: 'lost', feed: 'lightning', fromMs, toMs: fromMs + MINUTE_MS })
      return []
    }
  }

  async function copy(minutes: readonly number[]): Promise<void> {
    const found = (await Promise.all(minutes.map(read))).flat()
    if (closed) return
    if (found.length > 0 && !(await history.sealed.adopt(found))) throw new Error('history refuses writes')
    const copied = new Set(minutes)
    pending = pending.filter((minute) => !copied.has(minute))
    report()
  }

  const report = () => onProgress(pending.length > 0 ? pending.at(-1)! + 1 : null)

  /** Concurrent calls share copies. */
  async function copyOnce(minutes: readonly number[]): Promise<void> {
    const fresh = minutes.filter((minute) => !flights.has(minute))
    const others = new Set(minutes.flatMap((minute) => flights.get(minute) ?? []))
    if (fresh.length > 0) {
      const flight = copy(fresh).finally(() => {
        for (const minute of fresh) flights.delete(minute)
      })
      for (const minute of fresh) flights.set(minute, flight)
      others.add(flight)
    }
    await Promise.all(others)
  }

  async function copyAll(): Promise<void> {
    await delay(clock, SAY_EVERY_MS)
    const beganMs = clock.monotonicMs()
    const count = pending.length
    while (pending.length > 0 && !closed) {
      try {
        await copyOnce(pending.slice(-AT_ONCE))
        await delay(clock, PAUSE_MS)
      } catch (error) {
        log.debug({ error: String(error) }, 'stored minutes not readable, retrying')
        await delay(clock, TRY_AGAIN_MS)
      }
    }
    if (!closed) log.info({ minutes: count, ms: Math.round(clock.monotonicMs() - beganMs) }, 'stored minutes copied')
  }

  return {
    /** Sets the missing minutes; requested ones are copied first. */
    begin(minutes: readonly number[]): void {
      pending = minutes.toSorted((a, b) => a - b)
      report()
    },
    /** Copies all others in the background, the newest first. */
    goOn(): void {
      if (pending.length > 0) void copyAll()
    },
    /** Resolves once minutes from `from` up to, not including, `to` are copied. Rejects if the store does not respond. */
    async ensure(from: number, to: number): Promise<void> {
      let triedMs = clock.monotonicMs()
      for (;;) {
        const next = pending.filter((minute) => minute >= from && minute < to).slice(-AT_ONCE)
        if (next.length === 0 || closed) return
        try {
          await copyOnce(next)
          triedMs = clock.monotonicMs()
        } catch (error) {
          if (clock.monotonicMs() - triedMs > STUCK_MS) throw error
          await delay(clock, TRY_AGAIN_MS)
        }
      }
    },
    isDone: () => pending.length === 0,
    close(): void {
      closed = true
    },
  }
}
