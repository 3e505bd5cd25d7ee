import { pino } from 'pino'
import type { EventLog, KeptStore } from '../../server/cluster/engine.ts'
import { createKeeper } from '../../server/cluster/kept/keeper.ts'
import { openPast } from '../../server/cluster/kept/open-past.ts'
import type { LogEntry } from '../../server/cluster/messages.ts'
import type { HistoryEntry } from '../../server/history/history.ts'
import type { setUpHistory } from '../history-kit.ts'

/** History of a process: copies it from the store, follows the log, and stores it for others. */
export async function openKeepingProcess(deps: {
  own: ReturnType<typeof setUpHistory>
  eventLog: EventLog
  store: KeptStore
}) {
  const { own, eventLog, store } = deps
  const { clock } = own
  const log = pino({ enabled: false })
  const past = await openPast({ store, eventLog, history: own.history, clock, log })
  let { takenNumber } = past
  let leads = true
  const keeper = createKeeper({
    store,
    identity: eventLog.identity,
    history: past.history,
    marks: past.marks,
    clock,
    log,
    mayKeep: () => leads && past.isWhole(),
    takenNumber: () => takenNumber,
  })
  return {
    ...past,
    keeper,
    lead(does: boolean) {
      leads = does
    },
    /** Writes a message to the log, and takes it in. */
    async say(...entries: LogEntry[]): Promise<void> {
      takenNumber = (await eventLog.append(entries, takenNumber, String(takenNumber)))!
      past.marks.take(takenNumber, entries)
      await past.history.write(...entries.flatMap(entryOf))
    },
  }
}

function entryOf(entry: LogEntry): HistoryEntry[] {
  if (entry.of === 'term') return []
  const { event, of } = entry
  if (event.kind === 'batch') return [{ kind: 'strikes', records: event.records }]
  if (event.kind === 'reports') return [{ kind: 'reports', records: event.records }]
  if (event.kind !== 'observed') return []
  return [{ kind: 'observed', feed: of, fromMs: event.fromMs, toMs: event.toMs }]
}
