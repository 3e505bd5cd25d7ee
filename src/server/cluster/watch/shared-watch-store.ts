import type { Logger } from 'pino'
import type { Clock } from '../../../core/time/clock.ts'
import { HOUR_MS } from '../../../core/time/durations.ts'
import type { History } from '../../history/history.ts'
import type { NumberedChange, WatchStore } from '../../history/watch-store.ts'
import type { KeptStore } from '../kept/kept-store.ts'
import type { EventLog } from '../nats/event-log.ts'
import { beginCopy } from './begin-copy.ts'
import { createFollowedCopy, type FollowedCopy } from './followed-copy.ts'
import { createWatchKeeper } from './watch-keeper.ts'
import { createWatchWriter, type WatchWriter } from './watch-writer.ts'

/** The watch's store of several machines: one of them writes, and each has all of it on its own disk, and hears of it. */
export type SharedWatchStore = WatchStore &
  Pick<FollowedCopy, 'onAlarms' | 'onStates'> &
  Pick<WatchWriter, 'lead' | 'leads' | 'isFull' | 'stopLeading'> & { close(): void }

/**
 * Every change is a message of a log that all follow, and is applied to the copy on this machine's disk; what is long past is
 * kept beside the log by parts, for machines that begin with an empty disk. Of two that both believe they lead one alone can
 * write, as with strikes. Who does not lead writes nothing. Rejects where NATS does not answer, with nothing left behind.
 */
export async function openSharedWatchStore(deps: {
  watchLog: EventLog<NumberedChange>
  kept: KeptStore
  history: Pick<History, 'watch' | 'watchCopy'>
  /** How long alarms are kept, ms. */
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
  await followed.reached(last)

  return {
    onAlarms,
    onStates,
    write,
    lead,
    leads,
    isFull,
    stopLeading,
    close() {
      for (const stop of stops) stop()
    },
    // What the watch itself goes on from has all that was written by a call before it.
    states: (prefix) => idle().then(() => here.states(prefix)),
    waiting: () => idle().then(here.waiting),
    // What people read is answered from what is here: the log may take nothing for minutes, and whatever is read of the past takes turns.
    alarms: (query) => here.alarms(query),
    newestRev: () => here.newestRev(),
    deliveries: (query) => here.deliveries(query),
    journal: (query) => here.journal(query),
    /** Each machine lets go of its own. */
    async forget() {},
  }
}
