import { strikeIdentity } from '../../contract/lightning.ts'
import { reportIdentity } from '../../contract/metar.ts'
import type { Clock } from '../../core/time/clock.ts'
import { type LogEntry, type PlacedMessage, recordsIn } from './log-entries.ts'

/** What was told and is written by somebody else is there within seconds of the first message of that one. */
const COMES_WITHIN_MS = 30_000
/** Five minutes at 300 strikes a second: what is told of that is gone through in a moment. */
const TOLD_MAX = 100_000

/** What was told here before it stood in the log. */
export interface ToldAhead {
  /** Is about to be told with the place that it is going to have. False where so much has been told that no more should be. */
  tell(message: PlacedMessage): boolean
  /** A log of its own, as which the places of what is told are named: who is not told knows none of them. Null where nothing is. */
  name(): string | null
  /** Whether a message with that id, as it stands at that place, is another one than was told for it; not known of one without. */
  isOther(number: number, id: string): boolean
  /** What was told for that place stands there. */
  kept(number: number): void
  /** What is not in the log yet, from right after that place on. */
  after(number: number): PlacedMessage[]
  /** It does not, and will not: somebody else writes what was missed, and not at those places. */
  broken(): void
  /** What of a message of somebody else has not been told here; `entries` themselves where all of it has not. */
  news(entries: readonly LogEntry[]): readonly LogEntry[]
  /** Whether something was told that somebody else is about to write. */
  isOwed(): boolean
}

export function createToldAhead(clock: Clock): ToldAhead {
  let name: string | null = null
  /** By place, and how many strikes and reports are in them. */
  const told = new Map<number, PlacedMessage>()
  let records = 0
  let owed = { ids: new Set<string>(), untilMs: Number.NEGATIVE_INFINITY } // monotonic

  const isInTime = () => clock.monotonicMs() < owed.untilMs
  /** Who had it has been sent away by then, and who has come since has not been told. */
  function forgetLate(): void {
    if (!isInTime()) owed.ids.clear()
  }

  const isNews = (id: string) => !owed.ids.delete(id)

  function newsOf(entry: LogEntry): LogEntry[] {
    if (entry.of === 'lightning' && entry.event.kind === 'batch') {
      const records = entry.event.records.filter((record) => isNews(strikeIdentity(record)))
      return [{ ...entry, event: { ...entry.event, records } }]
    }
    if (entry.of !== 'metar' || entry.event.kind !== 'reports') return [entry]
    const records = entry.event.records.filter((record) => isNews(reportIdentity(record)))
    return records.length === 0 ? [] : [{ ...entry, event: { ...entry.event, records } }]
  }

  return {
    tell(message) {
      const more = recordsIn(message)
      if (records + more + owed.ids.size >= TOLD_MAX) return false
      name = message.name
      told.set(message.number, message)
      records += more
      return true
    },
    name: () => name,
    isOther(number, id) {
      const message = told.get(number)
      return message !== undefined && id !== '' && message.id !== id
    },
    kept(number) {
      const message = told.get(number)
      if (!message) return
      told.delete(number)
      records -= recordsIn(message)
      if (told.size === 0) name = null
    },
    after(number) {
      const messages: PlacedMessage[] = []
      for (let next = told.get(number + 1); next; next = told.get(next.number + 1)) messages.push(next)
      return messages
    },
    broken() {
      forgetLate()
      const ids = [...told.values()].flatMap(({ entries }) => entries.flatMap(idsOf))
      owed = { ids: new Set([...owed.ids, ...ids]), untilMs: clock.monotonicMs() + COMES_WITHIN_MS }
      name = null
      told.clear()
      records = 0
    },
    news(entries) {
      forgetLate()
      return owed.ids.size === 0 ? entries : entries.flatMap(newsOf)
    },
    isOwed: () => owed.ids.size > 0 && isInTime(),
  }
}

function idsOf(entry: LogEntry): string[] {
  if (entry.of === 'lightning' && entry.event.kind === 'batch') return entry.event.records.map(strikeIdentity)
  return entry.of === 'metar' && entry.event.kind === 'reports' ? entry.event.records.map(reportIdentity) : []
}
