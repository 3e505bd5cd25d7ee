import type { Logger } from 'pino'
import type { JournalEntry } from '../../../contract/watch/journal.ts'
import type { Clock } from '../../../core/time/clock.ts'
import type { History } from '../../history/history.ts'
import type { KeptWithDeliveries, NumberedChange, WatchChange } from '../../history/watch-store.ts'
import { type EventLog, type KeptStore, valuesOf } from '../engine.ts'
import { unpack } from '../messages.ts'
import { NOTHING, partOf, readPlace, STATE_KEY } from './watch-parts.ts'

/** Name of a local state: the position of the copy in the log. */
export const POSITION = 'shared/log'
/** More entries than there are: people write a few a day. */
export const WHOLE_JOURNAL = 1_000_000

/**
 * Brings the copy of this machine to a message from which it can follow the log, from the stored parts if necessary. `last` is the latest
 * message; `own` has the alarms of this machine if the log is new. Rejects if NATS does not respond, and may be called again.
 */
export async function beginCopy(deps: {
  watchLog: EventLog<NumberedChange>
  kept: KeptStore
  history: Pick<History, 'watch' | 'watchCopy'>
  keepMs: number
  clock: Clock
  log: Logger
}): Promise<{ number: number; last: number; own: NumberedChange[] }> {
  const { watchLog, kept, history, clock, log } = deps
  const { identity } = watchLog
  const { first, last } = await watchLog.bounds()
  const text = (await history.watch.states(POSITION)).get('')
  const before = text === undefined ? null : readPlace(JSON.parse(text))
  if (before?.identity === identity && before.number + 1 >= first && before.number <= last) {
    return { number: before.number, last, own: [] }
  }
  const bytes = await kept.get(STATE_KEY)
  const place = bytes && readPlace(unpack(bytes))
  const isKept = place?.identity === identity && place.number + 1 >= first
  // A new log: this machine was the only process until now, or the NATS servers have lost their disks.
  if (!isKept && last === 0) return { number: 0, last, own: await changesOf(history) }
  history.watchCopy.clear()
  if (!isKept) {
    if (first > 1) log.error('earlier alarms unavailable: start of the alarm log lost')
    return { number: Math.max(0, first - 1), last, own: [] }
  }
  const keys = (await kept.keys()).filter((key) => partOf(key) !== null)
  const tooOldMs = clock.now() - deps.keepMs
  for await (const [key, bytes] of valuesOf(kept, keys)) takePart(key, unpack(bytes), history, tooOldMs)
  return { number: place.number, last, own: [] }
}

function takePart(key: string, value: unknown, { watchCopy }: Pick<History, 'watchCopy'>, tooOldMs: number): void {
  const [of] = partOf(key)!
  if (of === 'alarms') {
    const alarms = value as KeptWithDeliveries[]
    watchCopy.take(alarms.filter(({ alarm }) => Date.parse(alarm.at) >= tooOldMs))
  }
  if (of === 'states') watchCopy.apply({ ...NOTHING, states: value as NonNullable<WatchChange['states']> })
  if (of === 'journal') watchCopy.apply({ ...NOTHING, journal: value as JournalEntry[] })
}

/** All alarms of this machine, as changes. */
async function changesOf({ watch, watchCopy }: Pick<History, 'watch' | 'watchCopy'>): Promise<NumberedChange[]> {
  const states = [...(await watch.states(''))].filter(([name]) => name !== POSITION)
  const journal = (await watch.journal({ limit: WHOLE_JOURNAL })).reverse()
  const alarms = watchCopy.between(0, Number.MAX_SAFE_INTEGER)
  return [
    ...(states.length > 0 ? [{ ...NOTHING, states }] : []),
    ...journal.map((entry) => ({ ...NOTHING, journal: [entry] })),
    ...alarms.map(({ deliveries, finished = [], ...kept }) => ({
      added: [{ ...kept, channels: [] }],
      acknowledged: null,
      finished,
      deliveries: deliveries.map((each) => ({ ...each, alarm: kept.alarm })),
    })),
  ]
}
