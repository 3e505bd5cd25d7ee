import type { Alarm } from '../../../contract/watch/alarms.ts'
import type { JournalEntry } from '../../../contract/watch/journal.ts'
import { faultOf, problemAt } from '../../../core/problems/problem.ts'
import { NO_CHECKS, type StoredChecks } from '../stored-checks.ts'
import type {
  AlarmQuery,
  DeliveryQuery,
  FinishedDelivery,
  JournalQuery,
  KeptAlarm,
  NumberedChange,
  WatchChange,
  WatchCopy,
  WatchStore,
} from '../watch-store.ts'
import type { Storage } from './storage.ts'

type WatchStorage = Pick<Storage, 'tables' | 'transact' | 'read'>
interface WatchInFile {
  store: WatchStore
  copy: WatchCopy
}

/**
 * Alarm store in the file of the history. Changes that cannot be written stay in memory, in order, and are retried with
 * each call; reads of the log include them.
 */
export function createSqliteWatchStore(storage: WatchStorage, checks: StoredChecks = NO_CHECKS): WatchInFile {
  const pending: NumberedChange[] = []
  let newest = 0
  setAsideInvalid(storage, checks)

  function flush(): void {
    if (pending.length === 0) return
    const stands = storage.transact('alarms', ({ alarms }) => {
      for (const change of pending) alarms.write(change)
    })
    if (stands) pending.length = 0
  }

  function known(id: string): KeptAlarm | null {
    const waits = pendingAlarms().findLast(({ alarm }) => alarm.id === id)
    return waits ?? storage.read(({ alarms }) => alarms.find(id))
  }

  function pendingAlarms(): KeptAlarm[] {
    return pending.flatMap(({ added, acknowledged }) => [...added, ...(acknowledged ? [acknowledged] : [])])
  }

  const numbered = (changes: readonly WatchChange[]) => numberChanges(changes, { known, newestRev: newestRev() })

  /** Monotonic, even if the newest alarm is deleted. */
  function newestRev(): number {
    const stored = storage.read(({ alarms }) => alarms.newestRev())
    newest = pendingAlarms().reduce((most, { rev }) => Math.max(most, rev), Math.max(newest, stored))
    return newest
  }

  function entriesThatWait({ fromMs = 0, toMs = Number.POSITIVE_INFINITY, kinds }: JournalQuery): JournalEntry[] {
    const waiting = pending.flatMap(({ journal = [] }) => journal).reverse()
    return waiting.filter(({ at, kind }) => {
      const atMs = Date.parse(at)
      return atMs >= fromMs && atMs < toMs && (!kinds || kinds.includes(kind))
    })
  }

  function finishedThatWait({ rowId, fromMs = 0, toMs = Number.POSITIVE_INFINITY, channel, outcome }: DeliveryQuery) {
    const waiting = pending.flatMap(({ finished = [] }) => finished).reverse()
    return waiting.filter((each: FinishedDelivery) => {
      return (
        each.atMs >= fromMs &&
        each.atMs < toMs &&
        (rowId === undefined || each.row === rowId) &&
        (channel === undefined || each.channel === channel) &&
        (outcome === undefined || each.outcome === outcome)
      )
    })
  }

  const store: WatchStore = {
    async write(change) {
      const [written] = numbered([change])
      const { added, acknowledged } = written!
      pending.push(written!)
      flush()
      return [...added.map(({ rev, alarm }) => ({ rev, alarm })), ...(acknowledged ? [acknowledged] : [])]
    },
    async states(prefix) {
      flush()
      const stored = storage.read(({ alarms }) => alarms.states(prefix))
      return asChecked(stored, prefix, checks)
    },
    async alarms(query) {
      flush()
      const stored = storage.read(({ alarms }) => alarms.alarms(query))
      return pending.length === 0 ? stored : merged(stored, pendingAlarms(), query)
    },
    newestRev: async () => newestRev(),
    async waiting() {
      flush()
      return storage.read(({ alarms }) => alarms.waiting())
    },
    async deliveries(query) {
      flush()
      const stored = storage.read(({ alarms }) => alarms.finished(query))
      return pending.length === 0 ? stored : [...finishedThatWait(query), ...stored].slice(0, query.limit)
    },
    async journal(query) {
      flush()
      const stored = storage.read(({ alarms }) => alarms.journal(query))
      return pending.length === 0 ? stored : [...entriesThatWait(query), ...stored].slice(0, query.limit)
    },
    async forget(beforeMs) {
      storage.transact('alarms', ({ alarms }) => alarms.forget(beforeMs))
    },
  }

  return {
    store,
    copy: {
      numbered,
      apply(...changes) {
        pending.push(...changes)
        flush()
      },
      find: known,
      between(fromRev, toRev) {
        flush()
        return storage.read(({ alarms }) => alarms.copy.between(fromRev, toRev))
      },
      revsBefore: (beforeMs) => storage.read(({ alarms }) => alarms.copy.revsBefore(beforeMs)),
      take: (alarms) => void storage.transact('alarms', (tables) => tables.alarms.copy.take(alarms)),
      clear() {
        pending.length = 0
        storage.transact('alarms', ({ alarms }) => alarms.copy.clear())
      },
    },
  }
}

function setAsideInvalid(storage: WatchStorage, checks: StoredChecks): void {
  storage.transact('alarms', ({ alarms }) => {
    for (const { kind, key } of alarms.setAsideInvalid())
      checks.setAside(kind, key, problemAt(faultOf('state-unreadable')))
  })
}

/** The states that pass validation. */
function asChecked(stored: Map<string, string>, prefix: string, checks: StoredChecks): Map<string, string> {
  for (const [key, text] of stored) {
    const problem = checks.stateFault(prefix + key, text)
    if (problem === null) continue
    stored.delete(key)
    const [kind = ''] = (prefix + key).split('/', 1)
    checks.setAside(kind, (prefix + key).slice(kind.length + 1), problem)
  }
  return stored
}

/** Alarms and acknowledgements of earlier changes in the list count as present. */
function numberChanges(
  changes: readonly WatchChange[],
  { known, newestRev }: { known(id: string): KeptAlarm | null; newestRev: number },
): NumberedChange[] {
  const before = new Map<string, KeptAlarm>()
  const find = (id: string) => before.get(id) ?? known(id)
  let rev = newestRev
  const keep = (id: string, alarm: KeptAlarm['alarm']): KeptAlarm => {
    const kept = { rev: ++rev, alarm }
    before.set(id, kept)
    return kept
  }
  return changes.map(({ alarms = [], acknowledged, ...rest }) => {
    const added = alarms.flatMap(({ alarm, channels }) =>
      find(alarm.id) === null ? [{ ...keep(alarm.id, alarm), channels }] : [],
    )
    const found = acknowledged ? find(acknowledged.alarmId) : null
    const seen = found && { ...found.alarm, acknowledged: acknowledged!.acknowledgement }
    return { ...rest, added, acknowledged: seen && keep(seen.id, seen) }
  })
}

/** Stored and pending alarms, merged to their latest revision. */
function merged(stored: readonly KeptAlarm[], waits: readonly KeptAlarm[], query: AlarmQuery): KeptAlarm[] {
  const byId = new Map([...stored, ...waits].map((kept) => [kept.alarm.id, kept]))
  const found = [...byId.values()].filter(({ rev, alarm }) => {
    const atMs = Date.parse(alarm.at)
    return (
      rev > (query.afterRev ?? 0) &&
      atMs >= (query.fromMs ?? Number.NEGATIVE_INFINITY) &&
      atMs < (query.toMs ?? Number.POSITIVE_INFINITY) &&
      (query.search === undefined || searchedText(alarm).includes(query.search.toLowerCase())) &&
      (query.id === undefined || alarm.id === query.id) &&
      (query.placeId === undefined || alarm.place?.id === query.placeId) &&
      (!query.stages || query.stages.includes(alarm.stage)) &&
      (!query.steps || (alarm.step !== undefined && query.steps.includes(alarm.step))) &&
      (query.ladder === undefined || alarm.ladder === query.ladder) &&
      (!query.levels || query.levels.some((id) => alarm.level === id || alarm.changed?.includes(id))) &&
      (query.acknowledged === undefined || query.acknowledged === (alarm.acknowledged !== null))
    )
  })
  const isInOrder = query.afterRev !== undefined
  return found.sort((a, b) => (isInOrder ? a.rev - b.rev : b.rev - a.rev)).slice(0, query.limit)
}

function searchedText({ place, acknowledged }: Alarm): string {
  const parts = [place?.id, place?.name, place?.nameZh, place?.group, acknowledged?.by, acknowledged?.note]
  return parts
    .map((part) => part ?? '')
    .join(' ')
    .toLowerCase()
}
