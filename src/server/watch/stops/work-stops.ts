import { formatUtc } from '../../../contract/time.ts'
import type { JournalEntry } from '../../../contract/watch/journal.ts'
import type { PlaceState, Remark, WorkStop } from '../../../contract/watch/place-states.ts'
import {
  RESUME_AHEAD_MAX_DAYS,
  STOP_CHANGES_MAX,
  STOPS_LISTED_MAX,
  STOPS_OPEN_MAX,
} from '../../../contract/watch/stops.ts'
import { stopsDuring } from '../../../core/levels/level-periods.ts'
import type { Place } from '../../../core/places/place.ts'
import type { Clock } from '../../../core/time/clock.ts'
import { DAY_MS } from '../../../core/time/durations.ts'
import type { Span } from '../../../core/time/spans.ts'
import type { WatchStore } from '../../history/watch-store.ts'
import type { AlarmWriter } from '../alarm-writer.ts'
import { entryOf } from '../shift/journal.ts'
import { type StopChange, stopRow } from './stop-row.ts'

/** Maximum stored resumed stops; the log has the rows of all. */
export const STOPS_KEPT_MAX = 5_000
const STOP = 'stop/'

/** A refused change, with the reason. */
export class StopRefusal extends Error {
  readonly status: 400 | 404 | 409

  constructor(status: StopRefusal['status'], detail: string) {
    super(detail)
    this.status = status
  }
}

/** Fields of a change; undefined leaves a field unchanged. */
export interface StopInput {
  by: string
  work?: string | undefined
  earliestResume?: string | null | undefined
  note?: string | undefined
}

export async function storedStops(store: Pick<WatchStore, 'states'>): Promise<Map<string, WorkStop>> {
  return new Map([...(await store.states(STOP))].map(([id, text]) => [id, JSON.parse(text) as WorkStop]))
}

export type WorkStops = Awaited<ReturnType<typeof openWorkStops>>

/**
 * Recorded work stops, kept through restarts. Each change writes the stop, its row and its journal entry atomically.
 * Only a person ends a stop. Changes reject with `StopRefusal`.
 */
export async function openWorkStops(deps: {
  store: Pick<WatchStore, 'states'>
  writer: Pick<AlarmWriter, 'raise' | 'write'>
  places: { list(): readonly Place[] }
  /** Current state of a place's lightning ladder; null if it is not evaluated. */
  stateOf(place: string): PlaceState | null
  isSimulated(): boolean
  publicOrigin: string | null
  clock: Clock
}) {
  const { store, writer, places, stateOf, isSimulated, publicOrigin, clock } = deps
  const held = new Map([...(await store.states(STOP))].map(([id, text]) => [id, JSON.parse(text) as WorkStop] as const))
  const now = () => formatUtc(Math.floor(clock.now()))
  const open = () => [...held.values()].filter(({ resumed }) => resumed === null)
  const openAt = (place: string) => open().filter((stop) => stop.place === place)

  /** A unique id: the time, which also gives the order. */
  function newId(): string {
    let ms = Math.floor(clock.now())
    while (held.has(ms.toString(36))) ms++
    return ms.toString(36)
  }

  async function keep(stop: WorkStop, change: StopChange, { by, at, note }: Remark): Promise<WorkStop> {
    held.set(stop.id, stop)
    const { place, work } = stop
    const row = stopRow({
      stop,
      change,
      remark: { by, at, note },
      place: places.list().find(({ id }) => id === place) ?? null,
      state: stateOf(place),
      open: openAt(place),
      simulated: isSimulated(),
      publicOrigin,
    })
    const journal: JournalEntry[] = [entryOf(change, { by, subject: place, work, text: note }, clock.now())]
    await writer.raise([row], { states: [[STOP + stop.id, JSON.stringify(stop)]], journal })
    return stop
  }

  function openStop(id: string): WorkStop {
    const stop = held.get(id)
    if (!stop) throw new StopRefusal(404, 'no work stop has this id')
    if (stop.resumed === null) return stop
    throw new StopRefusal(409, `${stop.resumed.by} recorded at ${stop.resumed.at} that it was resumed`)
  }

  function checkResume(earliestResume: string | null | undefined, stoppedAt: string): void {
    if (earliestResume == null) return
    const resumeMs = Date.parse(earliestResume)
    if (resumeMs > Date.parse(stoppedAt) && resumeMs - clock.now() <= RESUME_AHEAD_MAX_DAYS * DAY_MS) return
    const allowed = `must be after ${stoppedAt}, and at most ${RESUME_AHEAD_MAX_DAYS} days ahead`
    throw new StopRefusal(400, `earliestResume ${allowed}, got ${earliestResume}`)
  }

  return {
    /** Open stops, of one place or all, oldest first. */
    open: (place?: string): WorkStop[] => (place === undefined ? open() : openAt(place)),
    /** Stops open in a period: the newest `STOPS_LISTED_MAX`, oldest first. */
    during: (period: Span, place?: string): WorkStop[] =>
      stopsDuring(held.values(), period, place).slice(-STOPS_LISTED_MAX),
    async begin(
      said: StopInput & { place: string; work: string; level?: string | null | undefined },
    ): Promise<WorkStop> {
      const { by, place, work, earliestResume = null, level = null, note = '' } = said
      if (!places.list().some(({ id }) => id === place)) throw new StopRefusal(404, 'no place has this id')
      const same = openAt(place).find((stop) => stop.work === work)
      if (same) throw new StopRefusal(409, `${same.by} stopped ${work} there at ${same.at}: change that stop`)
      const { ofPlace, all } = STOPS_OPEN_MAX
      if (openAt(place).length >= ofPlace || open().length >= all) {
        throw new StopRefusal(409, `at most ${ofPlace} stops are open at a place, and ${all} in all`)
      }
      const at = now()
      checkResume(earliestResume, at)
      const stop = { id: newId(), place, work, by, at, note, earliestResume, level, changes: [], resumed: null }
      return keep(stop, 'stop', { by, at, note })
    },
    async change(id: string, { by, work, earliestResume, note = '' }: StopInput): Promise<WorkStop> {
      const stop = openStop(id)
      if (work === undefined && earliestResume === undefined && note === '') {
        throw new StopRefusal(400, 'send work, earliestResume or note')
      }
      if (stop.changes.length >= STOP_CHANGES_MAX) {
        throw new StopRefusal(
          409,
          `a stop can be changed at most ${STOP_CHANGES_MAX} times: end it and record a new one`,
        )
      }
      checkResume(earliestResume, stop.at)
      const remark = { by, at: now(), note }
      const changed = {
        ...stop,
        work: work ?? stop.work,
        earliestResume: earliestResume === undefined ? stop.earliestResume : earliestResume,
        changes: [...stop.changes, remark],
      }
      return keep(changed, 'stop-change', remark)
    },
    async resume(id: string, { by, note = '' }: Pick<StopInput, 'by' | 'note'>): Promise<WorkStop> {
      const resumed = { by, at: now(), note }
      return keep({ ...openStop(id), resumed }, 'resume', resumed)
    },
    /** Deletes stops resumed before that time, Unix ms, and the oldest beyond the limit. */
    async forget(beforeMs: number): Promise<void> {
      const resumed = [...held.values()]
        .flatMap((stop) => (stop.resumed ? [{ id: stop.id, ms: Date.parse(stop.resumed.at) }] : []))
        .sort((a, b) => b.ms - a.ms)
      const gone = resumed.filter(({ ms }, i) => ms < beforeMs || i >= STOPS_KEPT_MAX)
      if (gone.length === 0) return
      for (const { id } of gone) held.delete(id)
      await writer.write({ states: gone.map(({ id }) => [STOP + id, null] as const) })
    },
  }
}
