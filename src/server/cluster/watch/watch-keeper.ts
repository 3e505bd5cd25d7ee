import type { Logger } from 'pino'
import type { Clock } from '../../../core/time/clock.ts'
import { DAY_MS } from '../../../core/time/durations.ts'
import type { WatchCopy, WatchStore } from '../../history/watch-store.ts'
import type { KeptStore } from '../engine.ts'
import { createKeeping } from '../kept/keeping.ts'
import { pack, unpack } from '../messages.ts'
import { POSITION, WHOLE_JOURNAL } from './begin-copy.ts'
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

/** Stores changed parts of the alarms, and then the position in their log, for processes that start with an empty disk. */
export function createWatchKeeper(deps: {
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
