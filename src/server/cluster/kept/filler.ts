import type { Logger } from 'pino'
import { type Clock, delay } from '../../../core/time/clock.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'
import type { History } from '../../history/history.ts'
import type { SealedMinute } from '../../history/sealed-store.ts'
import { SAY_EVERY_MS, STUCK_MS, TRY_AGAIN_MS } from '../timing.ts'
import { minuteKey, unpackMinute } from './kept-forms.ts'
import type { KeptStore } from './kept-store.ts'

/** Read together, and written in one go of a few milliseconds. */
const AT_ONCE = 16
/** What is live goes before what is long past. */
const PAUSE_MS = 20

/** Brings final minutes from what is kept together into the history of this machine. */
export interface Filler {
  /** Brings those minutes, the newest first, and at once whichever is asked for. */
  begin(minutes: readonly number[]): void
  /** From now on all the others too, one after the other. */
  goOn(): void
  /** Resolves once the minutes from one up to, not including, the other are there. Rejects where they can't be had now. */
  ensure(from: number, to: number): Promise<void>
  isDone(): boolean
  close(): void
}

export function createFiller(deps: {
  store: Pick<KeptStore, 'get'>
  history: Pick<History, 'sealed' | 'write'>
  /** Minutes from that one on are there; all where it is null. */
  onProgress(down: number | null): void
  clock: Clock
  log: Logger
}): Filler {
  const { store, history, onProgress, clock, log } = deps
  /** In order, the newest last. */
  let pending: number[] = []
  const flights = new Map<number, Promise<void>>()
  let closed = false

  async function read(minute: number): Promise<SealedMinute[]> {
    const bytes = await store.get(minuteKey(minute))
    if (!bytes) return [] // it was let go of meanwhile
    try {
      return [unpackMinute(bytes)]
    } catch (error) {
      log.error({ minute, error: String(error) }, 'a kept minute can not be read: it is not shown')
      const fromMs = minute * MINUTE_MS
      await history.write({ kind: 'lost', feed: 'lightning', fromMs, toMs: fromMs + MINUTE_MS })
      return []
    }
  }

  async function bring(minutes: readonly number[]): Promise<void> {
    const found = (await Promise.all(minutes.map(read))).flat()
    if (closed) return
    if (found.length > 0 && !(await history.sealed.adopt(found))) throw new Error('the history takes nothing')
    const brought = new Set(minutes)
    pending = pending.filter((minute) => !brought.has(minute))
    tell()
  }

  const tell = () => onProgress(pending.length > 0 ? pending.at(-1)! + 1 : null)

  /** Each minute is brought once, however many ask for it. */
  async function bringOnce(minutes: readonly number[]): Promise<void> {
    const fresh = minutes.filter((minute) => !flights.has(minute))
    const others = new Set(minutes.flatMap((minute) => flights.get(minute) ?? []))
    if (fresh.length > 0) {
      const flight = bring(fresh).finally(() => {
        for (const minute of fresh) flights.delete(minute)
      })
      for (const minute of fresh) flights.set(minute, flight)
      others.add(flight)
    }
    await Promise.all(others)
  }

  async function ensure(from: number, to: number): Promise<void> {
    let triedMs = clock.monotonicMs()
    for (;;) {
      const next = pending.filter((minute) => minute >= from && minute < to).slice(-AT_ONCE)
      if (next.length === 0 || closed) return
      try {
        await bringOnce(next)
        triedMs = clock.monotonicMs()
      } catch (error) {
        if (clock.monotonicMs() - triedMs > STUCK_MS) throw error
        await delay(clock, TRY_AGAIN_MS)
      }
    }
  }

  async function bringAll(): Promise<void> {
    await delay(clock, SAY_EVERY_MS)
    const beganMs = clock.monotonicMs()
    const count = pending.length
    while (pending.length > 0 && !closed) {
      try {
        await bringOnce(pending.slice(-AT_ONCE))
        await delay(clock, PAUSE_MS)
      } catch (error) {
        log.debug({ error: String(error) }, 'what is kept can not be read now: trying again')
        await delay(clock, TRY_AGAIN_MS)
      }
    }
    if (!closed) log.info({ minutes: count, ms: Math.round(clock.monotonicMs() - beganMs) }, 'all that is kept is here')
  }

  return {
    begin(minutes) {
      pending = minutes.toSorted((a, b) => a - b)
      tell()
    },
    goOn() {
      if (pending.length > 0) void bringAll()
    },
    ensure,
    isDone: () => pending.length === 0,
    close() {
      closed = true
    },
  }
}
