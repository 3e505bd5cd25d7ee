import type { Alarm } from '../../../contract/watch/alarms.ts'
import type { JournalEntry } from '../../../contract/watch/journal.ts'
import type { AlarmQuery, JournalQuery, KeptAlarm, WatchChange, WatchStore } from '../watch-store.ts'
import type { NumberedChange } from './alarm-tables.ts'
import type { Storage } from './storage.ts'

/**
 * The watch in the file of the history. What can't be written waits in memory, in order, and is tried again with each call;
 * meanwhile reads of the log have what waits as well.
 */
export function createSqliteWatchStore(storage: Pick<Storage, 'tables' | 'transact' | 'read'>): WatchStore {
  const pending: NumberedChange[] = []
  let rev = storage.read(({ alarms }) => alarms.newestRev())

  function flush(): void {
    if (pending.length === 0) return
    const stands = storage.transact('what is raised', ({ alarms }) => {
      for (const change of pending) alarms.write(change)
    })
    if (stands) pending.length = 0
  }

  function find(id: string): KeptAlarm | null {
    const waits = pendingAlarms().findLast(({ alarm }) => alarm.id === id)
    return waits ?? storage.read(({ alarms }) => alarms.find(id))
  }

  function pendingAlarms(): KeptAlarm[] {
    return pending.flatMap(({ added, acknowledged }) => [...added, ...(acknowledged ? [acknowledged] : [])])
  }

  function acknowledgedOf({ alarmId, acknowledgement }: NonNullable<WatchChange['acknowledged']>): KeptAlarm | null {
    const found = find(alarmId)
    return found && { rev: ++rev, alarm: { ...found.alarm, acknowledged: acknowledgement } }
  }

  function entriesThatWait({ fromMs = 0, toMs = Number.POSITIVE_INFINITY, kinds }: JournalQuery): JournalEntry[] {
    const waiting = pending.flatMap(({ journal = [] }) => journal).reverse()
    return waiting.filter(({ at, kind }) => {
      const atMs = Date.parse(at)
      return atMs >= fromMs && atMs < toMs && (!kinds || kinds.includes(kind))
    })
  }

  return {
    async write({ alarms = [], acknowledged, ...rest }) {
      const ids = new Set<string>()
      const isNew = (id: string) => !ids.has(id) && find(id) === null && ids.add(id)
      const added = alarms.flatMap(({ alarm, channels }) => (isNew(alarm.id) ? [{ rev: ++rev, alarm, channels }] : []))
      const change = { ...rest, added, acknowledged: acknowledged ? acknowledgedOf(acknowledged) : null }
      pending.push(change)
      flush()
      return [...added.map(({ rev, alarm }) => ({ rev, alarm })), ...(change.acknowledged ? [change.acknowledged] : [])]
    },
    async states(prefix) {
      flush()
      return storage.read(({ alarms }) => alarms.states(prefix))
    },
    async alarms(query) {
      flush()
      const stored = storage.read(({ alarms }) => alarms.alarms(query))
      return pending.length === 0 ? stored : merged(stored, pendingAlarms(), query)
    },
    newestRev: async () => rev,
    async waiting() {
      flush()
      return storage.read(({ alarms }) => alarms.waiting())
    },
    async dead(channel, limit) {
      flush()
      return storage.read(({ alarms }) => alarms.dead(channel, limit))
    },
    async journal(query) {
      flush()
      const stored = storage.read(({ alarms }) => alarms.journal(query))
      return pending.length === 0 ? stored : [...entriesThatWait(query), ...stored].slice(0, query.limit)
    },
    async forget(beforeMs) {
      storage.transact('what is raised', ({ alarms }) => alarms.forget(beforeMs))
    },
  }
}

/** What is stored and what waits, each alarm as it is by now. */
function merged(stored: readonly KeptAlarm[], waits: readonly KeptAlarm[], query: AlarmQuery): KeptAlarm[] {
  const byId = new Map([...stored, ...waits].map((kept) => [kept.alarm.id, kept]))
  const found = [...byId.values()].filter(({ rev, alarm }) => {
    const atMs = Date.parse(alarm.at)
    return (
      rev > (query.afterRev ?? 0) &&
      atMs >= (query.fromMs ?? Number.NEGATIVE_INFINITY) &&
      atMs < (query.toMs ?? Number.POSITIVE_INFINITY) &&
      (query.search === undefined || searchedText(alarm).includes(query.search.toLowerCase())) &&
      (query.placeId === undefined || alarm.place?.id === query.placeId) &&
      (!query.stages || query.stages.includes(alarm.stage)) &&
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
