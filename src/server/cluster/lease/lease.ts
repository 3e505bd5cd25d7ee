import type { Logger } from 'pino'
import type { Clock } from '../../../core/time/clock.ts'
import { THERE_WITHIN_MS } from '../nats/bus.ts'
import type { Cell } from '../nats/cell.ts'
import { createGivingUp } from './giving-up.ts'
import {
  createAskingTime,
  elapsedMs,
  FREE,
  type Held,
  isOf,
  LEASE_MS,
  MARGIN_MS,
  readWord,
  wordOf,
} from './lease-word.ts'

/** After whatever whoever had it before may have done last; with some room, as it may be on its way for a moment. */
const QUIET_MS = 1_100
const RENEW_EVERY_MS = 250
/** Who waits for it sees each renewal so soon: by so much later it can have it at the most. */
const LOOK_EVERY_MS = RENEW_EVERY_MS / 2
const CHECK_EVERY_MS = 100
/** Who has missed two renewals is asked for; a connection that another server takes over is away for less than these looks. */
const SUSPECT_AFTER_MS = 600
const ABSENT_LOOKS = 3
/** That question may wait for its answer: it is not asked so shortly before the lease ends, or it would be taken later. */
const ENDS_SOON_MS = LOOK_EVERY_MS + THERE_WITHIN_MS

/** How the lease was got. */
export interface Gained {
  /** It ran out here, and nobody else had it since: nobody could renew it, as where the engine was away as a whole. */
  again: boolean
  /** By whoever led before, this process itself may be, who may have done something a moment ago. */
  handedOver: boolean
  /**
   * So long, milliseconds, whoever has it now does nothing of which so many are allowed in a second: what the one before did
   * last counts, and until its time is over it may do more.
   */
  quietMs: number
}

export interface Lease {
  /** Whether nobody else can have it in this moment. To be asked right before whatever only one may do. */
  isHeld(): boolean
  /** Whether that is so, and it was renewed so lately that something may be done of which so many are allowed in a second. */
  mayAsk(): boolean
  /** Looks at once: somebody said that it is free. */
  look(): void
  /** Somebody else turned out to have it, or nothing can be done with it: it is not held from now on, and left to others for a while. */
  drop(why: string): void
  /** Lets the next one have it at once, and takes it no more. */
  release(): Promise<void>
}

export interface LeaseDeps {
  cell: Cell
  /** Of this process and of no other, ever. */
  id: string
  clock: Clock
  log: Logger
  /** Whether it is sure that a process is gone: its connection has ended, wherever it was. Never rejects. */
  isGone(holder: string): Promise<boolean>
  /** Whether this process has promised not to take it from that one, which is heard, though it does not renew it. */
  isPledgedTo?(holder: string): boolean
  /** Whether another process is to take it, which can go on sooner. */
  isLeftToAnother?(): boolean
  onGained(gained: Gained): void
  /** Whether it ran out, so that it may be had again before anybody else has it; else somebody else has it. */
  onLost(how: { ranOut: boolean }): void
  /** It ran out, and somebody else has it, or had it. */
  onTaken?(): void
}

/**
 * A lease that at most one process holds at a time, by compare and set. Nobody's wall clock counts: its holder counts from
 * before it asked, the others from when they saw it written, and a process that slept finds out by its own clocks, before it
 * does anything else, that its time is over.
 */
export function createLease(deps: LeaseDeps): Lease {
  const givingUp = createGivingUp(deps.clock)
  const lease = createTakenLease({
    ...{ ...deps, mayTake: () => givingUp.mayTake() && !deps.isLeftToAnother?.() },
    onGained(gained) {
      givingUp.gained()
      deps.onGained(gained)
    },
  })
  return {
    ...lease,
    drop(why) {
      if (lease.isHeld()) givingUp.gaveUp()
      lease.drop(why)
    },
  }
}

/** The same by who takes it whenever it `mayTake` it. */
function createTakenLease(deps: LeaseDeps & { mayTake(): boolean }): Lease {
  const { cell, id, clock, log } = deps
  /** Of the time that it was last renewed. */
  let held: Held | null = null
  const holder = watchHolder(deps)
  let looking: Promise<void> | null = null
  let closed = false
  /** It ran out: as long as our own word stands nobody else has had it. */
  let ranOut = false

  const asking = createAskingTime(clock)
  const hold = (revision: number | null) => writeHeld(deps, asking, revision)
  const isHeld = () => held !== null && elapsedMs(clock, held) < LEASE_MS - MARGIN_MS
  const mayAsk = () => held !== null && elapsedMs(clock, held) < held.asksForMs

  function lose(why: string, how = { ranOut: false }): void {
    if (!held) return
    held = null
    ranOut = how.ranOut
    holder.forget()
    log.warn({ why }, 'this process leads no more')
    deps.onLost(how)
  }

  async function renew(revision: number): Promise<void> {
    // Kept to from when it is said: it may stand there though the answer is lost.
    if (held) held.asksForMs = Math.min(held.asksForMs, asking.forMs())
    const renewed = await hold(revision)
    if (!held) return
    if (renewed) held = renewed
    else await readAgain()
  }

  /** Another revision stands: our own, where an answer was lost, or that of somebody else. */
  async function readAgain(): Promise<void> {
    const found = await cell.read()
    if (!held) return
    // When that was written is not known: the next renewal makes it last longer.
    if (isOf(id, found)) held = { ...held, revision: found!.revision }
    else lose('another process leads')
  }

  async function tryToTake(): Promise<void> {
    const found = await cell.read()
    if (closed) return
    const again = ranOut && isOf(id, found)
    if (ranOut && !again) {
      ranOut = false
      deps.onTaken?.()
    }
    const { handedOver, restMs, silentMs, isOver, quietMs } = await holder.judge(found, again)
    if (closed) return
    if (!isOver) return looks.atItsEnd(restMs)
    if (!deps.mayTake()) return
    const taken = await hold(found?.revision ?? null)
    if (taken === null) return
    if (closed) return letGo(deps, taken.revision)
    held = taken
    if (!isHeld()) return lose('the answer took too long', { ranOut })
    ranOut = false
    log.info({ handedOver, again, silentMs: Math.round(silentMs) }, 'this process leads')
    deps.onGained({ handedOver, again, quietMs })
  }

  function look(): void {
    if (closed || looking) return
    looking = (held ? renew(held.revision) : tryToTake())
      .catch((error: unknown) => {
        log.debug({ error: String(error) }, 'the lease could not be looked at')
        // Its holder could not renew it either, and is the first who may: it may have gone on for its own viewers.
        holder.forget()
      })
      .finally(() => {
        looking = null
      })
  }

  const looks = createLooks(clock, look, () => held !== null)
  const stops = [
    clock.every(CHECK_EVERY_MS, () => {
      if (held && !isHeld()) lose('the lease was not renewed in time', { ranOut: true })
    }),
    looks.close,
  ]

  return {
    ...{ isHeld, mayAsk, look },
    drop: lose,
    async release() {
      closed = true
      for (const stop of stops.splice(0)) stop()
      await looking
      if (!held || !isHeld()) return
      const { revision } = held
      held = null
      await letGo(deps, revision)
    },
  }
}

/** Null where another revision stands. */
async function writeHeld(
  { cell, id, clock }: Pick<LeaseDeps, 'cell' | 'id' | 'clock'>,
  asking: ReturnType<typeof createAskingTime>,
  revision: number | null,
): Promise<Held | null> {
  const [monotonicMs, wallMs, asksForMs] = [clock.monotonicMs(), clock.now(), asking.forMs()]
  const written = await cell
    .write(wordOf(id, asksForMs), revision)
    .finally(() => asking.took(clock.monotonicMs() - monotonicMs))
  return written === null ? null : { revision: written, monotonicMs, wallMs, asksForMs }
}

/** When the lease is looked at: less often by who holds it, and by who waits in the moment in which it ends, too. */
function createLooks(clock: Clock, look: () => void, renews: () => boolean) {
  let isTurn = false
  let cancel = () => {}
  const stop = clock.every(LOOK_EVERY_MS, () => {
    isTurn = !isTurn
    if (isTurn || !renews()) look()
  })
  return {
    /** Each tenth of a second of waiting is one without strikes on every screen. */
    atItsEnd(restMs: number) {
      cancel()
      if (restMs > 0 && restMs < LOOK_EVERY_MS) cancel = clock.after(restMs, look)
    },
    close() {
      stop()
      cancel()
    },
  }
}

async function letGo({ cell, log }: Pick<LeaseDeps, 'cell' | 'log'>, revision: number): Promise<void> {
  await cell.write(FREE, revision).catch((error: unknown) => {
    log.warn({ error: String(error) }, 'the lease could not be handed over: it ends by itself')
  })
}

/** What one that does not hold the lease knows of whoever does. */
function watchHolder({ clock, isGone, isPledgedTo }: Pick<LeaseDeps, 'clock' | 'isGone' | 'isPledgedTo'>) {
  let seen: { revision: number; sinceMs: number } | null = null // monotonic
  /** So many looks in a row it was not there. */
  let absentLooks = 0

  /** So long, milliseconds, no other revision than that was seen. */
  function silentFor(revision: number): number {
    const nowMs = clock.monotonicMs()
    if (revision !== seen?.revision) seen = { revision, sinceMs: nowMs }
    return nowMs - seen.sinceMs
  }

  /** A process that is killed ends its connection at once: that is waited for no longer than it takes to be sure. */
  async function isSurelyGone(holder: string, silentMs: number, restMs: number): Promise<boolean> {
    if (silentMs < SUSPECT_AFTER_MS) absentLooks = 0
    // Where it is over already, and was promised to be left alone, nothing hurries.
    if (silentMs < SUSPECT_AFTER_MS || (restMs > 0 && restMs < ENDS_SOON_MS)) return false
    absentLooks = (await isGone(holder)) ? absentLooks + 1 : 0
    return absentLooks >= ABSENT_LOOKS
  }

  return {
    /**
     * Whether what stands is over. Servers that agree anew answer nothing for seconds: where it is still our `own` then, which ran
     * out, nobody else had it meanwhile. One that handed it over may have asked a moment ago; any other one may until the time for
     * which it asks is over.
     */
    async judge(found: { text: string; revision: number } | null, own: boolean) {
      const word = found && readWord(found)
      if (!word?.holder || own) return { handedOver: true, silentMs: 0, restMs: 0, isOver: true, quietMs: QUIET_MS }
      // Versions that did not say how long it lasts had one that was shorter than ours is, and asked as long as they held it.
      const { holder, forMs = LEASE_MS, asksForMs = forMs - MARGIN_MS } = word
      const silentMs = silentFor(found!.revision)
      const restMs = forMs - silentMs
      const isSilent = restMs <= 0 && !isPledgedTo?.(holder)
      const isOver = isSilent || (await isSurelyGone(holder, silentMs, restMs))
      const quietMs = Math.max(0, QUIET_MS + asksForMs - silentMs)
      return { handedOver: false, silentMs, restMs, isOver, quietMs }
    },
    forget() {
      seen = null
      absentLooks = 0
    },
  }
}
