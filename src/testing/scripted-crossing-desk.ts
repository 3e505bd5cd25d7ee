import type { FeedEvent, FeedStatus } from '../client/feed/feed.ts'
import type { StrikeRecord } from '../contract/lightning.ts'
import { type Airport, airportFromRecord } from '../core/airports/airport.ts'
import { distanceKm } from '../core/geo/geo.ts'
import { StrikeColumns } from '../core/strikes/strike-columns.ts'
import { SECOND_MS } from '../core/time/durations.ts'
import { Emitter } from '../core/util/emitter.ts'
import { CROSSING, crossingCells } from '../simulator/source/scenarios/scripted-crossing.ts'
import { createStrikeMaker } from '../simulator/source/storms/strikes.ts'
import { createFakeClock } from './fakes/fake-clock.ts'

const START_MS = Date.UTC(2026, 6, 1, 8)

/** The airport that the storm crosses, one at its edge, and one far away. */
export const CROSSED: Airport[] = [
  airportFromRecord({ icao_code: CROSSING.icao, latitude: CROSSING.lat, longitude: CROSSING.lon }),
  airportFromRecord({ icao_code: 'ZSSS', latitude: 31.1979, longitude: 121.3363 }),
  airportFromRecord({ icao_code: 'ZBAA', latitude: 40.08, longitude: 116.58 }),
]

/** The reference state of a ring, from all strokes. */
export interface RingOnPaper {
  count: number
  lastMs: number | null
}

/**
 * The storm that crosses Shanghai Pudong, sent second by second by a feed that can be interrupted. `onPaper` computes
 * the state of the rings from every stroke of the script so far, each time from scratch.
 */
export function createCrossing() {
  const clock = createFakeClock(START_MS)
  const maker = createStrikeMaker({
    seed: 1,
    storms: { cellsAt: (ms) => crossingCells(ms, START_MS, CROSSING.peakStrokesPerSecond) },
    polarity: 'documented_like',
    stalls: false,
  })
  const told: StrikeRecord[] = []
  const lines = new Set<Emitter<FeedEvent<StrikeRecord>>>()
  let cut = false
  let secondsRun = 0
  let lastDataMs = START_MS
  let reconnects = 0

  const status = (): FeedStatus => ({
    state: cut ? 'down' : 'live',
    sinceMs: lastDataMs,
    lastDataMs,
    reconnects,
    lastError: null,
    fault: null,
    sockets: 1,
    setAside: { badRecords: 0, unknownMessages: 0, malformedFrames: 0, duplicates: 0 },
  })

  return {
    clock,
    startMs: START_MS,

    /** A page's connection: messages from now on, and earlier ones on request. */
    line() {
      const events = new Emitter<FeedEvent<StrikeRecord>>()
      lines.add(events)
      return {
        strikes: {
          start() {},
          subscribe: (listener: (event: FeedEvent<StrikeRecord>) => void) => events.subscribe(listener),
          status,
          close() {},
          reachBack() {},
        },
        /** As a page receives its window from the relay after loading. */
        backfill() {
          events.emit({ kind: 'records', records: [...told], from: 'join' })
          events.emit({ kind: 'observed', fromMs: START_MS - 60 * 60_000, toMs: clock.now() })
        },
        gap: (fromMs: number, toMs: number) => events.emit({ kind: 'gap', fromMs, toMs }),
        close: () => void lines.delete(events),
      }
    },

    /** Advances, with a batch each second. Batches during an interruption are never sent. */
    async run(seconds: number) {
      for (let i = 0; i < seconds; i++) {
        // A batch arrives just before the second ends, so that reads at the second include it.
        await clock.advance(SECOND_MS - 1 - (clock.now() % SECOND_MS))
        const records = maker.batch(Math.floor(clock.now() / SECOND_MS) - 1)
        if (!cut) {
          told.push(...records)
          lastDataMs = clock.now()
          for (const events of lines) events.emit({ kind: 'records', records, from: 'live' })
        }
        // A page ticks each second from its load on: each second is entered slightly later, so that it has ticked.
        await clock.advance(2 + 0.01 * secondsRun++)
      }
    },
    cut() {
      cut = true
    },
    mend() {
      cut = false
      reconnects++
    },

    /** Evaluates all strokes sent so far. */
    onPaper() {
      const nowMs = Math.floor(clock.now() / 1_000) * 1_000
      const paper = new StrikeColumns()
      paper.push(told, clock.now(), false)
      return (icao: string, km: number, holdMs: number): RingOnPaper => {
        const airport = CROSSED.find((each) => each.icao === icao)!
        const ring: RingOnPaper = { count: 0, lastMs: null }
        paper.visit(paper.first, paper.end, (_, timeMs, lat, lon) => {
          if (distanceKm(airport, { lat, lon }) > km) return
          if (nowMs - Math.ceil(timeMs / 1_000) * 1_000 < holdMs) ring.count++
          ring.lastMs = Math.max(ring.lastMs ?? 0, timeMs)
        })
        return ring
      }
    },
  }
}
