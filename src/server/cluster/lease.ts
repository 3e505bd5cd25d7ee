import type { Logger } from 'pino'
import { z } from 'zod'
import type { Clock } from '../../core/time/clock.ts'
import { MINUTE_MS } from '../../core/time/durations.ts'
import type { Cell } from './nats/cell.ts'
import { GOES_FIRST_MS, LOOK_EVERY_MS, STUCK_MS } from './timing.ts'

/** How long a role is held without a renewal. */
export const LEASE_MS = { leader: 5_000, 'second-line': 30_000 }
/** The holder stops this much earlier: the clocks of two machines do not run at the same rate. */
export const MARGIN_MS = 200
/** Every second look of the holder is a renewal. */
const LOOKS_PER_RENEWAL = 2

/** From the first time that it is given up to the longest; anew after a tenure of a minute. */
const BACK_OFF_MS = 3_000
const BACK_OFF_MAX_MS = 15_000

/** What the cell holds. `forMs`: how long it lasts without a renewal, as another version may have another duration. */
const recordSchema = z.object({
  holder: z.string().nullable(),
  forMs: z
    .int()
    .positive()
    .max(5 * MINUTE_MS)
    .optional(),
})

export interface Gained {
  /** The revision at which the lease was gained: whoever gains it later has a higher one. */
  token: number
  /** It had lapsed here, and nobody else has had it since. */
  again: boolean
}

export interface Lease {
  /** Whether nobody else can hold it at this moment. Ask right before anything that only the holder may do. */
  isHeld(): boolean
  /** The holder as far as it is known here; null where nobody holds it. */
  holder(): string | null
  /** The fencing token; null while the lease is not held. */
  token(): number | null
  /** Milliseconds since the latest renewal was requested; infinite while the lease is not held. */
  ageMs(): number
  /** Milliseconds since another process may have renewed the lease for the last time; 0 while it is not held. */
  aloneMs(): number
  /**
   * Milliseconds since it lapsed here: 0 while it is held, infinite where it never was, was given up, or somebody else is known to
   * have had it since.
   */
  lapsedMs(): number
  /** Looks at once, as when its holder says that it has released it. */
  look(): void
  /** Gives it up, and leaves it to others for a while that doubles each time. Does nothing where it is not held. */
  yield(why: string): void
  /** Gives it up, and never takes it again. Never rejects. */
  release(): Promise<void>
}

export interface LeaseDeps {
  cell: Cell
  role: keyof typeof LEASE_MS
  /** Of this process since its start, and of no other. */
  id: string
  mayTake?(): boolean
  /** How much longer than others this process waits before it takes a free or lapsed lease, in milliseconds. */
  waitsMs?(): number
  onGained(gained: Gained): void
  /** `ranOut`: it was not renewed in time, and nobody else is known to have it; else it was taken or yielded. */
  onLost(how: { ranOut: boolean }): void
  /** After it ran out here, another process turns out to have had it. */
  onTaken?(): void
  clock: Clock
  log: Logger
}

/** Since when it is held: by both clocks, as a virtual machine that slept may have kept either. */
interface Held {
  token: number
  /** When another process may have renewed it for the last time (monotonic). */
  othersMs: number
  /** Of the latest renewal: stored at that revision, asked for at those times. */
  revision: number
  monotonicMs: number
  wallMs: number
}

/**
 * A role that at most one process holds at a time, by compare and set on a cell. The holder counts from before it asked, the others
 * from when they saw the record change, each by its own monotonic clock. Nothing expires in the server.
 */
export function createLease(deps: LeaseDeps): Lease {
  const { cell, role, id, onGained, onLost, clock, log } = deps
  const { mayTake = () => true, waitsMs = () => 0, onTaken = () => {} } = deps
  const ownMs = LEASE_MS[role] - MARGIN_MS
  const record = (holder: string | null) => JSON.stringify({ holder, forMs: LEASE_MS[role] })
  const backOff = createBackOff(clock)
  const stuck = createStuckDetector(deps)
  const others = createRecordWatch(clock)
  let held: Held | null = null
  /** The latest tenure, from when it lapsed until somebody else is known to have had the lease. */
  let lapsed: Held | null = null
  let knownHolder: string | null = null
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
    const { holder, forMs = LEASE_MS[role] } = parseRecord(found.text)
    knownHolder = holder
    return { revision: found.revision, holder, forMs }
  }

  /** Null where another revision is stored. */
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
    // The answer of an earlier renewal was lost: it lasts no longer for that, as its time is not known.
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
    if (closed || unchangedMs < dueMs || !mayTake() || !backOff.isOver()) return
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
    backOff.gained()
    log.info({ role, token: held.token, from }, 'lease gained')
    onGained({ token: held.token, again })
  }

  /** The answer of a renewal may have been lost: then another revision of our own is stored. */
  async function setFree(revision: number): Promise<void> {
    if ((await cell.write(record(null), revision)) !== null) return
    const found = await readRecord()
    if (found.holder === id) await cell.write(record(null), found.revision)
  }

  async function release({ revision }: Held): Promise<void> {
    try {
      await setFree(revision)
    } catch (error) {
      log.warn({ role, error: String(error) }, 'lease not released: it lapses')
    }
  }

  function look(): void {
    if (closed || looking) return
    looking = (held ? renew(held.revision) : tryToTake())
      .then(stuck.answered, (error: unknown) => {
        log.debug({ role, error: String(error) }, 'lease not reachable')
        others.outage()
        stuck.failed()
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
    isHeld,
    look,
    holder: () => (isHeld() ? id : knownHolder),
    token: () => (isHeld() ? held!.token : null),
    ageMs: () => (isHeld() ? elapsedMs(clock, held!) : Number.POSITIVE_INFINITY),
    aloneMs: () => (isHeld() ? clock.monotonicMs() - held!.othersMs : 0),
    lapsedMs() {
      const latest = held ?? lapsed
      return latest ? Math.max(0, elapsedMs(clock, latest) - ownMs) : Number.POSITIVE_INFINITY
    },
    yield(why) {
      const had = held
      if (!had) return
      backOff.gaveUp()
      lose(why)
      looking = Promise.resolve(looking)
        .then(() => release(had))
        .finally(() => {
          looking = null
        })
    },
    async release() {
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

function parseRecord(text: string): z.infer<typeof recordSchema> {
  return recordSchema.parse(JSON.parse(text))
}

/** Milliseconds since then, by whichever clock of this machine says more. */
function elapsedMs(clock: Clock, since: Pick<Held, 'monotonicMs' | 'wallMs'>): number {
  return Math.max(clock.monotonicMs() - since.monotonicMs, clock.now() - since.wallMs)
}

/** How long the record has not changed, as far as it was seen here. */
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
    /** The record could not be read: its holder may have been unable to renew it. */
    outage() {
      wasOutage = true
    },
  }
}

/** Who gave the lease up leaves it to others: what stands in its way may not stand in theirs. */
function createBackOff(clock: Pick<Clock, 'monotonicMs'>) {
  let pauseMs = BACK_OFF_MS
  let untilMs = Number.NEGATIVE_INFINITY // monotonic
  let gainedMs = untilMs
  return {
    isOver: () => clock.monotonicMs() >= untilMs,
    gained() {
      gainedMs = clock.monotonicMs()
    },
    gaveUp() {
      const nowMs = clock.monotonicMs()
      if (nowMs - gainedMs >= MINUTE_MS) pauseMs = BACK_OFF_MS
      untilMs = nowMs + pauseMs
      pauseMs = Math.min(2 * pauseMs, BACK_OFF_MAX_MS)
    },
  }
}

/** Asks for another leader of the lease's stream where nothing was answered for so long. */
function createStuckDetector({ cell, role, clock, log }: Pick<LeaseDeps, 'cell' | 'role' | 'clock' | 'log'>) {
  let sinceMs: number | null = null // monotonic
  return {
    answered() {
      sinceMs = null
    },
    failed() {
      const nowMs = clock.monotonicMs()
      sinceMs ??= nowMs
      if (nowMs - sinceMs < 2 * STUCK_MS) return
      sinceMs = nowMs
      log.warn({ role }, 'lease stream stuck, asking its servers for another leader')
      cell.stepDown().catch((error: unknown) => log.debug({ role, error: String(error) }, 'no answer to the step-down'))
    },
  }
}
