import type { Logger } from 'pino'
import { type Clock, delay } from '../../../core/time/clock.ts'
import { Emitter } from '../../../core/util/emitter.ts'
import { type KeptAccess, mergeKept, nothingKept, readKeptAccess } from '../../access/store/kept-access.ts'
import { TryAgain } from '../../contract/http/failures.ts'
import type { Cell } from '../nats/cell.ts'
import { CHECK_EVERY_MS, TRY_AGAIN_MS } from '../timing.ts'

/** Who asks for something is answered by then, kept or not. */
const WAITS_MS = 2_000

export interface SharedKeptDeps {
  cell: Cell
  /** Something else stands in the cell now. */
  onWritten(): void
  clock: Clock
  log: Logger
}

/** What this process knows of what stands in the cell, with what it has added; one reading or writing at a time. */
function createKnown({ cell, onWritten, clock, log }: SharedKeptDeps, onBehind: () => void) {
  let known: KeptAccess = nothingKept(null)
  let revision: number | null = null
  /** Walls turned away here, of which the others have not been told yet. */
  const removed = new Set<string>()
  const ended = new Emitter<void>()
  let waitingLook: Promise<KeptAccess | null> | null = null
  let turn: Promise<unknown> = Promise.resolve()

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = turn.then(work)
    turn = done.catch(() => {})
    return done
  }

  /** What was written before what is known already tells of no wall. */
  function take(read: KeptAccess, at: number): void {
    const isBehind = at < (revision ?? 0)
    const walls = (isBehind ? known : read).walls.filter(({ id }) => !removed.has(id))
    known = { ...mergeKept(known, read, clock.now()), walls: lastSeen(walls, known.walls) }
    if (isBehind) onBehind()
  }

  /** Null where nothing is kept that can be read. */
  async function read(): Promise<KeptAccess | null> {
    const found = await cell.read()
    const kept = found && readKeptAccess(found.text)
    if (found && !kept) log.error('what is kept of sign-outs and walls can not be read: it is written anew')
    const isNews = (found?.revision ?? null) !== revision
    if (kept) take(kept, found.revision)
    else if (revision !== null) onBehind()
    revision = found?.revision ?? null
    if (isNews) ended.emit()
    return kept
  }

  /** One that has not begun yet serves whoever asks for one meanwhile. */
  function look(): Promise<KeptAccess | null> {
    waitingLook ??= inTurn(() => {
      waitingLook = null
      return read()
    })
    return waitingLook
  }

  /** Answers whether it stands; else something else was written meanwhile, which is known then. */
  async function put(kept: KeptAccess): Promise<boolean> {
    const told = [...removed]
    const standsAt = await cell.write(JSON.stringify(kept), revision)
    if (standsAt === null) {
      await read()
      return false
    }
    revision = standsAt
    for (const id of told) removed.delete(id)
    onWritten()
    return true
  }

  /** Null: something else was written meanwhile. */
  async function tryOnce<T>(change: (kept: KeptAccess) => T | null): Promise<{ result: T | null } | null> {
    await read()
    const draft = structuredClone(known)
    const result = change(draft)
    if (result === null) return { result }
    if (!(await put(draft))) return null
    take(draft, revision ?? 0)
    return { result }
  }

  return {
    known: () => known,
    look,
    /** Hears when somebody may have been signed out or turned away. */
    ended,
    /** Has a wall stay away that was turned away here. */
    noteRemoved: (id: string) => void removed.add(id),
    put: () => inTurn(() => put(known)),
    tryOnce: <T>(change: (kept: KeptAccess) => T | null) => inTurn(() => tryOnce(change)),
  }
}

/**
 * What is kept stands in a cell, written after the revision that was read. A sign-out only ever adds to it, so that it can be
 * written again and again, and whoever knows of one never unlearns it.
 */
export function createSharedKept(deps: SharedKeptDeps) {
  const { clock, log } = deps
  const { put, tryOnce, ...known } = createKnown(deps, () => void keep())
  let isDirty = false
  let writing: Promise<void> | null = null
  let isClosed = false

  async function saveAll(): Promise<void> {
    let isAway = false
    while (isDirty && !isClosed) {
      isDirty = false
      try {
        if (!(await put())) isDirty = true
      } catch {
        if (!isAway) log.warn('a sign-out is not known to the other processes yet: NATS takes nothing')
        isAway = true
        isDirty = true
        await delay(clock, TRY_AGAIN_MS)
        // What became of it is not known.
        await known.look().catch(() => {})
      }
    }
    writing = null
  }

  function keep(): Promise<void> {
    isDirty = true
    writing ??= saveAll()
    return writing
  }

  return {
    ...known,
    /** Keeps what was changed in `known`, and is in force here already. */
    changed: () => Promise.race([keep(), delay(clock, WAITS_MS)]),
    /** What may be done once among all: kept first. Rejects where it can't be told whether it was. */
    async once<T>(change: (kept: KeptAccess) => T | null): Promise<T | null> {
      const untilMs = clock.monotonicMs() + WAITS_MS
      for (;;) {
        try {
          const done = await tryOnce(change)
          if (done) return done.result
        } catch {
          if (clock.monotonicMs() >= untilMs) {
            throw new TryAgain('this can not be kept at the moment: try again in a while', CHECK_EVERY_MS)
          }
          await delay(clock, TRY_AGAIN_MS)
        }
      }
    },
    close() {
      isClosed = true
    },
  }
}

/** Each wall as the later of both saw it. */
function lastSeen(walls: KeptAccess['walls'], other: KeptAccess['walls']): KeptAccess['walls'] {
  const seenMs = new Map(other.map((wall) => [wall.id, wall.seenMs ?? 0]))
  return walls.map((wall) =>
    wall.seenMs === null ? wall : { ...wall, seenMs: Math.max(wall.seenMs, seenMs.get(wall.id) ?? 0) },
  )
}
