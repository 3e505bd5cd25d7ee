import type { Logger } from 'pino'
import type { Clock } from '../../../core/time/clock.ts'
import { DAY_MS, HOUR_MS } from '../../../core/time/durations.ts'
import type { History } from '../../history/history.ts'
import type { NumberedChange, WatchCopy, WatchStore } from '../../history/watch-store.ts'
import { type EventLog, isRead, type KeptStore } from '../engine.ts'
import { createKeeping } from '../kept/keeping.ts'
import { pack, unpack } from '../messages.ts'
import { beginCopy, POSITION, WHOLE_JOURNAL } from './begin-copy.ts'
import { createFollowedCopy, type FollowedCopy } from './followed-copy.ts'
import {
  allParts,
  journalPart,
  keyOf,
  type Part,
  readPlace,
  revsOf,
  STATE_KEY,
  statesPart,
  type WatchMarks,
} from './watch-parts.ts'
import { createWatchWriter, type WatchWriter } from './watch-writer.ts'

/** Alarms of several processes: the leader writes, and each process has a copy on its disk. */
export type SharedWatchStore = WatchStore &
  Pick<FollowedCopy, 'onAlarms' | 'onStates'> &
  Pick<WatchWriter, 'lead' | 'leads' | 'isFull' | 'stopLeading'> & { close(): void }

/**
 * Every change is a message of a log, which each process applies to its copy. Parts are stored beside the log for processes that start
 * with an empty disk. Only the leader writes; of two processes that both believe to lead only one can. Rejects if NATS does not respond.
 */
export async function openSharedWatchStore(deps: {
  watchLog: EventLog<NumberedChange>
  kept: KeptStore
  history: Pick<History, 'watch' | 'watchCopy'>
  keepMs: number
  clock: Clock
  log: Logger
}): Promise<SharedWatchStore> {
  const { watchLog, kept, keepMs, clock, log } = deps
  const { watch: here, watchCopy: copy } = deps.history
  const { identity } = watchLog
  const { number, last, own } = await beginCopy(deps)
  const followed = createFollowedCopy({ copy, identity, number })
  const { marks, position, onAlarms, onStates } = followed
  const writer = createWatchWriter({ watchLog, followed, copy, own, clock, log })
  const { write, lead, leads, isFull, stopLeading, idle } = writer
  const keeper = createWatchKeeper({
    store: kept,
    identity,
    own: here,
    copy,
    marks,
    clock,
    log,
    mayKeep: leads,
    position,
  })
  const stops = [
    watchLog.read(number + 1, writer.hear),
    clock.every(HOUR_MS, () => {
      const beforeMs = clock.now() - keepMs
      marks.forgotten(position(), copy.revsBefore(beforeMs))
      void here.forget(beforeMs)
    }),
    keeper.close,
  ]
  function close(): void {
    for (const stop of stops) stop()
  }
  if (!(await isRead(watchLog, last, followed.reached(last), clock))) {
    close()
    throw new Error('the alarm log lost its end while it was read')
  }

  return {
    onAlarms,
    onStates,
    write,
    lead,
    leads,
    isFull,
    stopLeading,
    close,
    // The alarm engine continues from these after earlier writes.
    states: (prefix) => idle().then(() => here.states(prefix)),
    waiting: () => idle().then(here.waiting),
    // Viewers read the local copy at once: the log may refuse writes for minutes.
    alarms: (query) => here.alarms(query),
    newestRev: () => here.newestRev(),
    deliveries: (query) => here.deliveries(query),
    journal: (query) => here.journal(query),
    /** Each machine deletes its own old alarms. */
    async forget() {},
  }
}

/** Stores changed parts of the alarms, and then the position in their log, for processes that start with an empty disk. */
function createWatchKeeper(deps: {
  store: KeptStore
  /** Of the log. */
  identity: string
  own: Pick<WatchStore, 'states' | 'journal' | 'newestRev'>
  copy: Pick<WatchCopy, 'between'>
  marks: WatchMarks
  mayKeep(): boolean
  /** The latest message of the log in the copy. */
  position(): number
  clock: Clock
  log: Logger
}): { keep(): Promise<void>; close(): void } {
  const { store, identity, own, copy, marks, position } = deps

  async function everything(): Promise<Part[]> {
    const entries = await own.journal({ limit: WHOLE_JOURNAL })
    return allParts(await own.newestRev(), new Set(entries.map(({ at }) => journalPart(at)[1])))
  }

  async function changed(): Promise<Part[]> {
    const bytes = await store.get(STATE_KEY)
    const before = bytes && readPlace(unpack(bytes))
    const isKnown = before && before.identity === identity && marks.begunAt <= before.number + 1
    return isKnown ? marks.since(before.number) : everything()
  }

  return createKeeping({
    ...deps,
    failed: 'alarms not stored for other processes',
    async keep(put) {
      const number = position()
      const parts = await changed()
      if (parts.length === 0) return
      const shared = [...(await own.states(''))].filter(([name]) => name !== POSITION)
      const states = Map.groupBy(shared, ([name]) => keyOf(statesPart(name)))
      for (const part of parts) {
        const [of, index] = part
        if (of === 'alarms') await put(keyOf(part), pack(copy.between(...revsOf(part))))
        if (of === 'states') await put(keyOf(part), pack(states.get(keyOf(part)) ?? []))
        if (of === 'journal') {
          const period = { fromMs: index * DAY_MS, toMs: (index + 1) * DAY_MS }
          await put(keyOf(part), pack((await own.journal({ ...period, limit: WHOLE_JOURNAL })).reverse()))
        }
      }
      await put(STATE_KEY, pack({ identity, number }))
      marks.forgetUpTo(number)
    },
  })
}
