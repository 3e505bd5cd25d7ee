import { createHash } from 'node:crypto'
import type { Row } from '../../../contract/watch/alarms.ts'
import { type PrivateLadder, type PrivateLevelsAnswer, viewerSchema } from '../../../contract/watch/private-levels.ts'
import type { Clock } from '../../../core/time/clock.ts'
import { HOUR_MS } from '../../../core/time/durations.ts'
import { Emitter } from '../../../core/util/emitter.ts'
import type { WatchStore } from '../../history/watch-store.ts'
import type { Who } from '../../web/caller.ts'
import type { AlarmWriter } from '../alarm-writer.ts'
import { openOwnAlarms } from './own-alarms.ts'
import { openPrivateLadders } from './private-ladders.ts'

/** New ladders take effect at this interval, because each time the strikes of the last 40 minutes are replayed. */
const TAKES_FORCE_EVERY_MS = 15_000
const LOOK_EVERY_MS = 5_000

type Opened = Awaited<ReturnType<typeof openPrivateLevels>>
export type PrivateLevels = Omit<Opened, 'subjects' | 'close'>
export type PrivateSubjects = Opened['subjects']

/** Viewer rules: only their owner receives their rows. */
export async function openPrivateLevels(deps: {
  store: Pick<WatchStore, 'states' | 'write'>
  writer: Pick<AlarmWriter, 'write'>
  clock: Clock
}) {
  const { store, writer, clock } = deps
  const ladders = await openPrivateLadders({ store, clock })
  const alarms = await openOwnAlarms(store)
  const changes = new Emitter<void>()
  let tookForceMs = Number.NEGATIVE_INFINITY

  function takeForce(): void {
    if (!ladders.isStale() || clock.monotonicMs() - tookForceMs < TAKES_FORCE_EVERY_MS) return
    tookForceMs = clock.monotonicMs()
    changes.emit()
  }

  const stops = [
    clock.every(LOOK_EVERY_MS, takeForce),
    clock.every(HOUR_MS, () => {
      ladders.forget()
      const states = alarms.forget(ladders.has)
      if (states.length > 0) void store.write({ states })
    }),
  ]
  return {
    /** Evaluates these too from now on, within the limits; `address` is that of a viewer without a name. */
    ask(viewer: string, address: string | null, asked: readonly PrivateLadder[]): PrivateLevelsAnswer {
      ladders.ask(viewer, address, asked)
      takeForce()
      return { judged: ladders.judged(viewer), alarms: alarms.list(viewer) }
    },
    acknowledge: (viewer: string, id: string, by: string) => alarms.acknowledge(viewer, id, by, clock.now()),
    feedOf: alarms.feedOf,
    /** Deletes the ladders of all other names. */
    keepNames(names: readonly string[]): void {
      const known = new Set(names.map(ownerOfName))
      ladders.keepNamed((viewer) => known.has(viewer))
    },
    count: ladders.count,
    subjects: {
      subjectsAt: ladders.subjectsAt,
      /** Notifies when the result of `subjectsAt` changes. */
      onChange: (listener: () => void) => changes.subscribe(listener),
      /** Writes rows to the lists of their owners, with the engine state. */
      write(
        rows: readonly { viewer: string; row: Row }[],
        states: readonly (readonly [string, string | null])[],
      ): void {
        const added = rows.flatMap(({ viewer, row }) => alarms.add(viewer, row) ?? [])
        if (added.length + states.length === 0) return
        void writer.write({ states: [...states, ...added.flatMap((each) => each.states)] }).then(() => {
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
  if (who.isPerson && who.name !== null) return ownerOfName(who.name)
  return viewerSchema.safeParse(word).success ? digest(`word ${word}`) : null
}

function ownerOfName(name: string): string {
  return digest(`name ${name}`)
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}
