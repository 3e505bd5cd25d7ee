import { expect, onTestFinished, vi } from 'vitest'
import { destination } from '../core/geo/geo.ts'
import type { RulesEntry } from '../core/levels/ladder-of.ts'
import { locatePlaces } from '../core/places/locate-places.ts'
import { type Place, type StatedPlace, withLadders } from '../core/places/place.ts'
import { DAY_MS } from '../core/time/durations.ts'
import { Emitter } from '../core/util/emitter.ts'
import { createLog } from '../server/config/log.ts'
import { TryAgain } from '../server/contract/http/failures.ts'
import type { History } from '../server/history/history.ts'
import { recordSource } from '../server/sources/recorder.ts'
import { stateFault } from '../server/watch/stored-states.ts'
import { openWatch, type Watch } from '../server/watch/watch.ts'
import type { FakeClock } from './fakes/fake-clock.ts'
import { FakeSource, strikeRecord } from './fakes/fake-source.ts'
import { setUpHistory } from './history-kit.ts'

/** A place at 31° N, 121° E, or at a degree farther east for each one that is made with a number. */
export function placeOf(id: string, over: Partial<Place> = {}, degreesEast = 0): Place {
  return {
    id,
    name: `Place ${id}`,
    nameZh: null,
    geometry: { type: 'Point', coordinates: [121 + degreesEast, 31] },
    ringsKm: [5, 8, 16],
    holdMin: 10,
    group: null,
    timeZone: null,
    hours: null,
    ...over,
  }
}

/** Fails tests that send unexpectedly. */
async function unreachable(): Promise<never> {
  throw new Error('unexpected request')
}

type WatchDeps = Parameters<typeof openWatch>[0]

/**
 * An alarm engine over the test's places, on a fake source whose strikes are stored by the history. `reopen` simulates
 * a restart.
 */
export async function setUpWatch(
  over: {
    history?: History
    clock?: FakeClock
    places?: readonly StatedPlace[]
    rules?: readonly RulesEntry[]
  } & Partial<Pick<WatchDeps, 'nowcast' | 'channels' | 'post' | 'vapidKey'>> = {},
) {
  const own = over.history && over.clock ? null : setUpHistory()
  const clock = over.clock ?? own!.clock
  const history = over.history ?? own!.history
  const changes = new Emitter<readonly Place[]>()
  const rules = over.rules ?? []
  let ofFile = over.places ?? [placeOf('golf')]
  let drawn: ReadonlyMap<string, StatedPlace> = new Map()
  let list = joined()
  function joined(): readonly Place[] {
    return locatePlaces([...ofFile, ...drawn.values()]).places.map((place) => withLadders(place, rules))
  }
  const places = {
    list: () => list,
    onChange: (hear: (all: readonly Place[]) => void) => changes.subscribe(hear),
    drawn: () => drawn,
    setDrawn(next: ReadonlyMap<string, StatedPlace>) {
      drawn = next
      list = joined()
      changes.emit(list)
    },
    isAwaited: () => false,
    isOfFile: (id: string) => ofFile.some((place) => place.id === id),
  }
  const lines: string[] = []
  const log = createLog('debug', { write: (line) => void lines.push(line) })
  let source = new FakeSource()
  let watch = await open()
  let stopRecording = recordSource({ source, history, clock, log })
  let observedMs = clock.now()
  onTestFinished(async () => {
    await watch.close()
    // The state stored by one engine is read by the next.
    const stored = await history.watch.states('').catch(() => new Map<string, string>())
    for (const [name, text] of stored) expect(stateFault(name, text), `${name}: ${text}`).toBeNull()
  })

  function open(change: Partial<WatchDeps> = {}): Promise<Watch> {
    const publicOrigin = 'https://map.example.com'
    return openWatch({
      source,
      history,
      places,
      publicOrigin,
      clock,
      log,
      random: () => 0.5,
      keepMs: 400 * DAY_MS,
      nowcast: over.nowcast ?? null,
      channels: over.channels ?? [],
      post: over.post ?? unreachable,
      ...(over.vapidKey && { vapidKey: over.vapidKey }),
      ...change,
    })
  }

  /** A strike this many km north of the first place, now or in the past. */
  function strike(km: number, agoMs = 0, degreesEast = 0): void {
    const { lat, lon } = destination({ lat: 31, lon: 121 + degreesEast }, 0, km)
    source.batch(strikeRecord({ time: BigInt(Math.floor((clock.now() - agoMs) * 1e6)), lat, lon }))
  }

  return {
    clock,
    history,
    places,
    lines,
    strike,
    get watch() {
      return watch
    },
    get source() {
      return source
    },
    /** Advances time on a live feed. */
    async run(seconds: number): Promise<void> {
      for (let second = 0; second < seconds; second++) {
        await clock.advance(1_000)
        const toMs = clock.now()
        source.emitStrikes({ kind: 'observed', fromMs: observedMs, toMs })
        observedMs = toMs
      }
      await clock.advance(10)
    },
    /** Advances time without data, and without backfill. */
    async silence(seconds: number): Promise<void> {
      await clock.advance(seconds * 1_000)
      observedMs = clock.now()
    },
    guard(next: readonly StatedPlace[]): void {
      ofFile = next
      list = joined()
      changes.emit(list)
    },
    /** Rejects this many changes, as while another process becomes the leader. */
    refuseChanges(count: number): void {
      const write = vi.spyOn(watch.writer, 'write')
      for (let i = 0; i < count; i++) write.mockRejectedValueOnce(new TryAgain('another process is the leader', 2_000))
    },
    /** The log, oldest first. */
    async log(): Promise<string[]> {
      const kept = await history.watch.alarms({ afterRev: 0, limit: 100_000 })
      return kept.map(({ alarm }) => `${alarm.place?.id ?? '-'} ${alarm.stage}`)
    },
    /** Restarts the process; `change` are the changed dependencies. */
    async reopen(change: Partial<WatchDeps> = {}): Promise<void> {
      await watch.close()
      await stopRecording()
      source = new FakeSource()
      watch = await open(change)
      stopRecording = recordSource({ source, history, clock, log })
    },
  }
}
