import type { Logger } from 'pino'
import { type Clock, delay } from '../../core/time/clock.ts'
import type { Cell } from './engine.ts'
import { TRY_AGAIN_MS } from './timing.ts'

/** How a value was read: from before a revision known here, as after servers lost the latest ones; another one than at the last read. */
/** A value in a cell that each process reads, merges with its own changes, and writes. One operation runs at a time. */
export function createSharedRecord<T>(deps: {
  cell: Cell
  /** Null if the text is invalid. */
  parse(text: string): T | null
  /** The value with all changes of this process. */
  value(): T
  /** Takes a value that was read or written; null if none is stored. */
  merge(stored: T | null, as: { isBehind: boolean; isNews: boolean }): void
  onStored?(): void
  /** Log message while writes fail. */
  notStored: string
  clock: Clock
  log: Logger
}) {
  const { cell, parse, value, merge, onStored = () => {}, notStored, clock, log } = deps
  let revision: number | null = null
  let highest = 0
  let turn: Promise<unknown> = Promise.resolve()
  let waitingRead: Promise<T | null> | null = null
  let saving: Promise<void> | null = null
  let isDirty = false
  let isClosed = false

  function inTurn<R>(work: () => Promise<R>): Promise<R> {
    const done = turn.then(work)
    turn = done.catch(() => {})
    return done
  }

  async function readNow(): Promise<T | null> {
    const found = await cell.read()
    const stored = found && parse(found.text)
    const at = found?.revision ?? null
    const isBehind = (at ?? 0) < highest || (stored === null && highest > 0)
    const isNews = at !== revision
    revision = at
    highest = Math.max(highest, at ?? 0)
    merge(stored, { isBehind, isNews })
    if (isBehind) void save()
    return stored
  }

  async function writeNow(next: T): Promise<boolean> {
    const stored = await cell.write(JSON.stringify(next), revision)
    if (stored === null) {
      await readNow()
      return false
    }
    revision = highest = stored
    merge(next, { isBehind: false, isNews: false })
    onStored()
    return true
  }

  /** A call shares a read that has not begun yet. */
  function read(): Promise<T | null> {
    waitingRead ??= inTurn(() => {
      waitingRead = null
      return readNow()
    })
    return waitingRead
  }

  async function saveAll(): Promise<void> {
    let isAway = false
    while (isDirty && !isClosed) {
      isDirty = false
      try {
        if (!(await inTurn(() => writeNow(value())))) isDirty = true
      } catch {
        if (!isAway) log.warn(notStored)
        isAway = isDirty = true
        await delay(clock, TRY_AGAIN_MS)
        await read().catch(() => {}) // the write may have been stored
      }
    }
    saving = null
  }

  function save(): Promise<void> {
    isDirty = true
    saving ??= saveAll()
    return saving
  }

  return {
    /** Reads and merges the stored value; null if there is none. Rejects without a response. */
    read,
    /** Writes the value. False if another one was stored meanwhile, which is merged then. Rejects if the outcome is unknown. */
    write: () => inTurn(() => writeNow(value())),
    /** Applies a change to the stored value, and its result if that is not null. Null if another value was stored meanwhile. */
    change: <R>(change: (draft: T) => R | null): Promise<{ result: R | null } | null> =>
      inTurn(async () => {
        await readNow()
        const draft = structuredClone(value())
        const result = change(draft)
        return result === null || (await writeNow(draft)) ? { result } : null
      }),
    /** Writes until the value is stored. Never rejects. */
    save,
    close(): void {
      isClosed = true
    },
  }
}
