import type { Logger } from 'pino'
import type { Clock } from '../../../core/time/clock.ts'
import { DAY_MS } from '../../../core/time/durations.ts'
import { messageOf } from '../../../core/util/message-of.ts'
import type { WatchCopy, WatchStore } from '../../history/watch-store.ts'
import type { KeptStore } from '../kept/kept-store.ts'
import { pack, unpack } from '../messages.ts'
import { KEEP_EVERY_MS } from '../timing.ts'
import { POSITION } from './begin-copy.ts'
import type { WatchMarks } from './watch-marks.ts'
import { allParts, journalPart, keyOf, type Part, readPlace, revsOf, STATE_KEY, statesPart } from './watch-parts.ts'

/** What one message of NATS may be long (1 MiB), with room for what stands around it. */
const BYTES_MAX = 1_000_000
/** All of it: people write a few a day. */
const WHOLE_JOURNAL = 1_000_000

/** Somebody else writes, or this is no longer ours to do. */
class Superseded extends Error {}

/**
 * What the process that leads does for machines that begin with an empty disk: writes the parts of the watch that became others, and
 * then up to which message of its log they go.
 */
export function createWatchKeeper(deps: {
  store: KeptStore
  /** Of the log. */
  identity: string
  own: Pick<WatchStore, 'states' | 'journal' | 'newestRev'>
  copy: Pick<WatchCopy, 'between'>
  marks: WatchMarks
  mayKeep(): boolean
  /** The message of the log up to which all is here. */
  position(): number
  clock: Clock
  log: Logger
}): { keep(): Promise<void>; close(): void } {
  const { store, identity, own, copy, marks, mayKeep, position, clock, log } = deps
  let running: Promise<void> | null = null
  let last = 0

  async function put(key: string, value: unknown): Promise<void> {
    if (!mayKeep()) throw new Superseded()
    const bytes = pack(value)
    if (bytes.length > BYTES_MAX) throw new Error(`${key} is too long to be kept: ${bytes.length} bytes`)
    const number = await store.put(key, bytes, last)
    if (number === null) throw new Superseded()
    last = number
  }

  async function everything(): Promise<Part[]> {
    const entries = await own.journal({ limit: WHOLE_JOURNAL })
    return allParts(await own.newestRev(), new Set(entries.map(({ at }) => journalPart(at)[1])))
  }

  /** Whether what stands there goes up to a message from which on it is known here what became another. */
  async function changed(): Promise<Part[]> {
    const bytes = await store.get(STATE_KEY)
    const before = bytes && readPlace(unpack(bytes))
    const isKnown = before && before.identity === identity && marks.begunAt <= before.number + 1
    return isKnown ? marks.since(before.number) : everything()
  }

  async function keep(): Promise<void> {
    const number = position()
    last = await store.last()
    const parts = await changed()
    if (parts.length === 0) return
    const shared = [...(await own.states(''))].filter(([name]) => name !== POSITION)
    const states = Map.groupBy(shared, ([name]) => keyOf(statesPart(name)))
    for (const part of parts) {
      const [of, index] = part
      if (of === 'alarms') await put(keyOf(part), copy.between(...revsOf(part)))
      if (of === 'states') await put(keyOf(part), states.get(keyOf(part)) ?? [])
      if (of === 'journal') {
        const period = { fromMs: index * DAY_MS, toMs: (index + 1) * DAY_MS }
        await put(keyOf(part), (await own.journal({ ...period, limit: WHOLE_JOURNAL })).reverse())
      }
    }
    await put(STATE_KEY, { identity, number })
    marks.forgetUpTo(number)
  }

  async function tryToKeep(): Promise<void> {
    try {
      if (mayKeep()) await keep()
    } catch (error) {
      if (error instanceof Superseded) return
      const why = messageOf(error)
      log.warn({ error: why }, 'the log of the watch could not be kept for others')
    }
  }

  function keepOnce(): Promise<void> {
    running ??= tryToKeep().finally(() => {
      running = null
    })
    return running
  }

  return { keep: keepOnce, close: clock.every(KEEP_EVERY_MS, () => void keepOnce()) }
}
