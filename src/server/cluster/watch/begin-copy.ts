import type { Logger } from 'pino'
import type { JournalEntry } from '../../../contract/watch/journal.ts'
import type { Clock } from '../../../core/time/clock.ts'
import type { History } from '../../history/history.ts'
import type { KeptWithDeliveries, NumberedChange, WatchChange } from '../../history/watch-store.ts'
import type { KeptStore } from '../kept/kept-store.ts'
import { unpack } from '../messages.ts'
import type { EventLog } from '../nats/event-log.ts'
import { NOTHING, partOf, readPlace, STATE_KEY } from './watch-parts.ts'

/** A state of this machine alone: up to where its copy has come. */
export const POSITION = 'shared/log'
/** All of it: people write a few a day. */
const WHOLE_JOURNAL = 1_000_000
const READ_AT_ONCE = 16

/**
 * Brings the copy of this machine to a message of the log from which it can follow: it is there already, or comes from what
 * is kept. `last`: the latest message there is; `own`: what this machine has, where the log is new. Rejects where NATS does not
 * answer, and may be called again.
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
  // A log that nobody has written to: this machine shared nothing before, or the servers of NATS have lost their disks.
  if (!isKept && last === 0) return { number: 0, last, own: await changesOf(history) }
  history.watchCopy.clear()
  if (!isKept) {
    if (first > 1) log.error('the log of the watch has lost its beginning: alarms of before are not known here')
    return { number: Math.max(0, first - 1), last, own: [] }
  }
  const keys = (await kept.keys()).filter((key) => partOf(key) !== null)
  const tooOldMs = clock.now() - deps.keepMs
  for (let at = 0; at < keys.length; at += READ_AT_ONCE) {
    const some = keys.slice(at, at + READ_AT_ONCE)
    const found = await Promise.all(some.map((key) => kept.get(key)))
    for (const [i, bytes] of found.entries()) if (bytes) takePart(some[i]!, unpack(bytes), history, tooOldMs)
  }
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

/** Everything that is on this machine, as changes. */
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
