import { createHash } from 'node:crypto'
import type { Alarm, Row } from '../../../contract/watch/alarms.ts'
import { type PrivateLadder, type PrivateLevelsAnswer, viewerSchema } from '../../../contract/watch/private-levels.ts'
import type { Clock } from '../../../core/time/clock.ts'
import { HOUR_MS } from '../../../core/time/durations.ts'
import { Emitter, type Unsubscribe } from '../../../core/util/emitter.ts'
import type { WatchStore } from '../../history/watch-store.ts'
import type { GuardedPlaces } from '../../places/guarded-places.ts'
import type { Who } from '../../web/caller.ts'
import type { AlarmWriter } from '../alarm-writer.ts'
import { type OwnFeed, openOwnAlarms } from './own-alarms.ts'
import { openPrivateLadders, type PrivateLadders } from './private-ladders.ts'

/** Viewer rules: only their owner receives their rows. */
export interface PrivateLevels {
  /** Evaluates these too from now on, within the limits; `address` is that of a viewer without a name. */
  ask(viewer: string, address: string | null, ladders: readonly PrivateLadder[]): PrivateLevelsAnswer
  acknowledge(viewer: string, id: string, by: string): Promise<Alarm | null>
  feedOf(viewer: string): OwnFeed
  /** Deletes the ladders of all other names. */
  keepNames(names: readonly string[]): void
  count(): number
}

export interface PrivateSubjects extends Pick<PrivateLadders, 'subjectsAt'> {
  /** Notifies when the result of `subjectsAt` changes. */
  onChange(listener: () => void): Unsubscribe
  /** Writes rows to the lists of their owners, with the engine state. */
  write(rows: readonly { viewer: string; row: Row }[], states: readonly (readonly [string, string | null])[]): void
}

/** New ladders take effect at this interval, because each time the strikes of the last 40 minutes are replayed. */
const TAKES_FORCE_EVERY_MS = 15_000
const LOOK_EVERY_MS = 5_000

export async function openPrivateLevels(deps: {
  store: Pick<WatchStore, 'states' | 'write'>
  writer: Pick<AlarmWriter, 'write'>
  places: Pick<GuardedPlaces, 'list'>
  clock: Clock
}): Promise<PrivateLevels & { subjects: PrivateSubjects; close(): void }> {
  const { store, clock } = deps
  const ladders = await openPrivateLadders({ store, clock })
  const alarms = await openOwnAlarms(store)
  const changes = new Emitter<void>()
  let isStale = false
  let tookForceMs = Number.NEGATIVE_INFINITY

  function outdate(isChanged: boolean): void {
    isStale ||= isChanged
  }

  function takeForce(): void {
    if (!isStale || clock.monotonicMs() - tookForceMs < TAKES_FORCE_EVERY_MS) return
    isStale = false
    tookForceMs = clock.monotonicMs()
    changes.emit()
  }

  const stops = [
    clock.every(LOOK_EVERY_MS, takeForce),
    clock.every(HOUR_MS, () => {
      outdate(ladders.forget())
      const states = alarms.forget(ladders.has)
      if (states.length > 0) void store.write({ states })
    }),
  ]
  return {
    ask(viewer, address, asked) {
      const listed = new Set(deps.places.list().map(({ id }) => id))
      outdate(ladders.ask(viewer, address, asked, (place) => listed.has(place)))
      takeForce()
      return { judged: ladders.judged(viewer), alarms: alarms.list(viewer) }
    },
    acknowledge: (viewer, id, by) => alarms.acknowledge(viewer, id, by, clock.now()),
    feedOf: alarms.feedOf,
    keepNames(names) {
      const known = new Set(names.map(ownerOfName))
      outdate(ladders.keepNamed((viewer) => known.has(viewer)))
    },
    count: ladders.count,
    subjects: {
      ...ladders,
      onChange: (listener) => changes.subscribe(listener),
      write(rows, states) {
        const added = rows.flatMap(({ viewer, row }) => alarms.add(viewer, row) ?? [])
        if (added.length + states.length === 0) return
        void deps.writer.write({ states: [...states, ...added.flatMap((each) => each.states)] }).then(() => {
          for (const { tell } of added) tell()
        })
      },
    },
    close() {
      for (const stop of stops) stop()
    },
  }
}

/** Owner key of private levels: a hash of the name, or of the browser's random id; null without either. */
export function ownerOf(who: Who, word: string | undefined): string | null {
  const isNamed = who.isPerson && who.name !== null
  if (!isNamed && !viewerSchema.safeParse(word).success) return null
  return isNamed ? ownerOfName(who.name) : digest(`word ${word}`)
}

function ownerOfName(name: string | null): string {
  return digest(`name ${name}`)
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}
