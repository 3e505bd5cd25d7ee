import type { Logger } from 'pino'
import { z } from 'zod'
import type { Clock } from '../../core/time/clock.ts'
import { MINUTE_MS } from '../../core/time/durations.ts'
import type { Cell } from './engine.ts'
import { GOES_FIRST_MS, LOOK_EVERY_MS } from './timing.ts'

/** Duration without a renewal. */
export const LEASE_MS = { leader: 5_000, 'second-line': 30_000 }
/** The holder stops this much earlier: clocks of two machines run at different rates. */
export const MARGIN_MS = 200
/** Every second check of the holder is a renewal. */
const LOOKS_PER_RENEWAL = 2

/** Pause after yielding: other processes go first, which may not have the same fault. */
const BACK_OFF_MS = 5_000

/** The stored record. `forMs` is its duration, which another version may have changed. */
const recordSchema = z.object({
  holder: z.string().nullable(),
  forMs: z
    .int()
    .positive()
    .max(5 * MINUTE_MS)
    .optional(),
})

export type Lease = ReturnType<typeof createLease>

export interface LeaseDeps {
  cell: Cell
  role: keyof typeof LEASE_MS
  /** Unique for each start of a process. */
  id: string
  mayTake?(): boolean
  /** Additional wait of this process for a free or lapsed lease, in milliseconds. */
  waitsMs?(): number
  /** `token` is the revision at which it was gained. `again`: it lapsed here, and no other process has held it since. */
  onGained(gained: { token: number; again: boolean }): void
  /** `ranOut`: it was not renewed in time, and no other holder is known. */
  onLost(how: { ranOut: boolean }): void
  /** After it ran out, another process has held it. */
  onTaken(): void
  clock: Clock
  log: Logger
}

/** A tenure. Times are by two clocks: either may stop while a virtual machine sleeps. */
interface Held {
  token: number
  /** When another process may have renewed the lease for the last time (monotonic). */
  othersMs: number
  /** Of the latest renewal: its revision, and when it was requested. */
  revision: number
  monotonicMs: number
  wallMs: number
}

/**
 * A role that at most one process holds at a time, by compare and set on a cell. The holder counts from before its request, other
 * processes from when they saw the record change, each by its monotonic clock. Nothing expires in the server.
 */
export function createLease(deps: LeaseDeps) {
  const { cell, role, id, mayTake = () => true, waitsMs = () => 0, onGained, onLost, onTaken, clock, log } = deps
  const ownMs = LEASE_MS[role] - MARGIN_MS
  const record = (holder: string | null) => JSON.stringify({ holder, forMs: LEASE_MS[role] })
  let yieldedMs = Number.NEGATIVE_INFINITY // monotonic
  const others = createRecordWatch(clock)
  let held: Held | null = null
  /** The latest tenure, from when it lapsed until another holder is known. */
  let lapsed: Held | null = null
  let looking: Promise<void> | null = null
  let looks = 0
  let closed = false

  const isHeld = () => held !== null && elapsedMs(clock, held) < ownMs

  function lose(why: string, ranOut = false): void {
    if (!held) return
    lapsed = ranOut ? held : null
    held = null
    log.warn({ role, why }, 'lease lost')
    onLost({ ranOut })
  }

  async function readRecord() {
    const found = await cell.read()
    if (!found) return { revision: null, holder: null, forMs: 0 }
    const { holder, forMs = LEASE_MS[role] } = recordSchema.parse(JSON.parse(found.text))
    return { revision: found.revision, holder, forMs }
  }

  /** Null if another revision is stored. */
  async function write(revision: number | null): Promise<Pick<Held, 'revision' | 'monotonicMs' | 'wallMs'> | null> {
    const asked = { monotonicMs: clock.monotonicMs(), wallMs: clock.now() }
    const stored = await cell.write(record(id), revision)
    return stored === null ? null : { revision: stored, ...asked }
  }

  async function renew(revision: number): Promise<void> {
    const renewed = await write(revision)
    if (renewed) {
      if (held) Object.assign(held, renewed)
      return
    }
    const found = await readRecord()
    if (!held) return
    // The response of an earlier renewal was lost. It does not extend the lease, as its time is unknown.
    if (found.holder === id) held.revision = found.revision!
    else lose('another process holds it')
  }

  async function tryToTake(): Promise<void> {
    const found = await readRecord()
    const again = lapsed !== null && found.holder === id
    if (lapsed && !again) {
      lapsed = null
      onTaken()
    }
    const unchangedMs = others.unchangedMs(found.revision, found.forMs)
    const dueMs = again ? 0 : (found.holder === null ? 0 : found.forMs) + waitsMs()
    const isBackingOff = clock.monotonicMs() - yieldedMs < BACK_OFF_MS
    if (closed || unchangedMs < dueMs || !mayTake() || isBackingOff) return
    const renewedMs = clock.monotonicMs() - unchangedMs
    const taken = await write(found.revision)
    if (!taken) return
    if (closed) return setFree(taken.revision)
    if (elapsedMs(clock, taken) >= ownMs) return // the response took too long
    const from = again ? 'again' : found.holder === null ? 'free' : 'lapsed'
    // A process that released the lease may have used it until then.
    const othersMs = again ? lapsed!.othersMs : found.holder === null ? clock.monotonicMs() : renewedMs
    held = { ...taken, token: taken.revision, othersMs }
    lapsed = null
    log.info({ role, fencingToken: held.token, from }, 'lease gained')
    onGained({ token: held.token, again })
  }

  /** The response of a renewal may have been lost: then a later revision by this process is stored. */
  async function setFree(revision: number): Promise<void> {
    if ((await cell.write(record(null), revision)) !== null) return
    const found = await readRecord()
    if (found.holder === id) await cell.write(record(null), found.revision)
  }

  async function release({ revision }: Held): Promise<void> {
    try {
      await setFree(revision)
    } catch (error) {
      log.warn({ role, error: String(error) }, 'lease not released, it will expire')
    }
  }

  function look(): void {
    if (closed || looking) return
    looking = (held ? renew(held.revision) : tryToTake())
      .catch((error: unknown) => {
        log.debug({ role, error: String(error) }, 'lease unreachable, retrying')
        others.outage()
      })
      .finally(() => {
        looking = null
      })
  }

  const stop = clock.every(2 * LOOK_EVERY_MS, () => {
    if (held && !isHeld()) lose('not renewed in time', true)
    if (!held || ++looks % LOOKS_PER_RENEWAL === 0) look()
  })

  return {
    /** Whether no other process can hold the lease now. Check it right before any action that needs the lease. */
    isHeld,
    /** The fencing token; null while the lease is not held. */
    token: () => (isHeld() ? held!.token : null),
    /** Milliseconds since the latest renewal was requested; infinite while the lease is not held. */
    ageMs: () => (isHeld() ? elapsedMs(clock, held!) : Number.POSITIVE_INFINITY),
    /** Milliseconds since another process may have renewed the lease for the last time; 0 while it is not held. */
    aloneMs: () => (isHeld() ? clock.monotonicMs() - held!.othersMs : 0),
    /** Milliseconds since the lease lapsed here; infinite if it was yielded, or another process is known to have held it. */
    lapsedMs(): number {
      const latest = held ?? lapsed
      return latest ? Math.max(0, elapsedMs(clock, latest) - ownMs) : Number.POSITIVE_INFINITY
    },
    /** Releases the lease, and does not take it during the back-off. No effect while it is not held. */
    yield(why: string): void {
      const had = held
      if (!had) return
      yieldedMs = clock.monotonicMs()
      lose(why)
      looking = Promise.resolve(looking)
        .then(() => release(had))
        .finally(() => {
          looking = null
        })
    },
    /** Releases the lease and never takes it again. Never rejects. */
    async release(): Promise<void> {
      if (closed) return
      closed = true
      stop()
      await looking
      const had = held
      held = null
      if (had) await release(had)
    },
  }
}

/** Milliseconds since then, by the clock that shows more. */
function elapsedMs(clock: Clock, since: Pick<Held, 'monotonicMs' | 'wallMs'>): number {
  return Math.max(clock.monotonicMs() - since.monotonicMs, clock.now() - since.wallMs)
}

/** How long the record has been seen unchanged. */
function createRecordWatch(clock: Pick<Clock, 'monotonicMs'>) {
  let seen: { revision: number | null; sinceMs: number } | null = null // monotonic
  let wasOutage = false
  return {
    unchangedMs(revision: number | null, forMs: number): number {
      const nowMs = clock.monotonicMs()
      if (revision !== seen?.revision) seen = { revision, sinceMs: nowMs }
      if (wasOutage) seen.sinceMs = Math.max(seen.sinceMs, nowMs - forMs + GOES_FIRST_MS)
      wasOutage = false
      return nowMs - seen.sinceMs
    },
    /** The record was not readable: its holder may not have been able to renew it. */
    outage() {
      wasOutage = true
    },
  }
}
