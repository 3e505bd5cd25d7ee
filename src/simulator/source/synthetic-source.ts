import { setImmediate } from 'node:timers/promises'
import type { Gap, LinkStatus } from '../../contract/brontide.ts'
import type { StrikeRecord } from '../../contract/lightning.ts'
import { LIGHTNING_BATCH_EVERY_MS, LIGHTNING_MINUTES_MAX } from '../../contract/limits.ts'
import { formatUtc } from '../../contract/time.ts'
import type { Clock } from '../../core/time/clock.ts'
import { DAY_MS, MINUTE_MS } from '../../core/time/durations.ts'
import { Emitter } from '../../core/util/emitter.ts'
import { modulo } from '../../core/util/modulo.ts'
import { noCounters } from '../../server/sources/no-counters.ts'
import type { LineEvent, ReportEvent, Source, StrikeEvent } from '../../server/sources/source.ts'
import type { SimAirport } from './metar/sim-airports.ts'
import type { Playback } from './replay/playback.ts'
import type { OpenReplay } from './replay/replay.ts'
import { createReplayStorms } from './replay/replay-storms.ts'
import { createReplayStrikes } from './replay/replay-strikes.ts'
import { DEFAULT_STORM, STORM_NAMES, type StormName, scenarioOf } from './scenarios/scenarios.ts'
import type { StormField } from './storms/storm-field.ts'
import { createStormField } from './storms/storms.ts'
import { createStrikeMaker } from './storms/strikes.ts'
import type { PolarityMix } from './storms/strikes-records.ts'
import { createSyntheticWeather, type SyntheticWeather } from './weather.ts'

const SECOND_MS = LIGHTNING_BATCH_EVERY_MS
/** Backfill after a sleep: as much as the REST endpoint of a real service could deliver. */
const CATCH_UP_MS = LIGHTNING_MINUTES_MAX * MINUTE_MS
/** Every airport has reported within this time, so that listeners get its latest report again. */
const REPORTS_CATCH_UP_MS = 2 * 60 * MINUTE_MS

const TIMER_EARLY_MAX_MS = 50

type StrikeMaker = ReturnType<typeof createStrikeMaker>

export interface SyntheticSourceDeps {
  clock: Clock
  seed: number
  /** Worldwide average; `outbreak` has its own rate. */
  recordsPerSecond: number
  /** One of `STORM_NAMES`; null for the default. */
  storm: string | null
  /** Start time of `crossing`. */
  startedAtMs: number
  airports: SimAirport[]
  /** End of an earlier run, Unix ms: later data is backfilled at the start, as after a sleep. */
  resumeMs?: { lightning: number; metar: number }
  polarity?: PolarityMix
  /** Recorded strikes instead of simulated ones. */
  replay?: Pick<OpenReplay, 'told' | 'playback'> | null
  /** Replaces the weather simulated from the same storms. */
  weather?: SyntheticWeather
}

/** A simulated source: strikes and reports are a pure function of seed, storm and time. */
export function createSyntheticSource(deps: SyntheticSourceDeps): Source {
  const { clock, seed, replay = null } = deps
  const { storms, maker } = replay ? replayed(replay.playback) : made(deps)
  // The weather of the recording's season: July thunderstorms must not occur with November snow.
  const seasonShiftMs = replay ? wholeDays(replay.playback.recordedFromMs - deps.startedAtMs) : 0
  const weather = deps.weather ?? createSyntheticWeather({ seed, airports: deps.airports, storms, seasonShiftMs })

  const gaps: Gap[] = []
  const strikes = createStrikeLine(clock, maker, gaps)
  const reports = createReportLine(clock, weather, gaps)
  let cancelTick: (() => void) | null = null

  /** Each tick is scheduled from the previous one, because a repeating timer drifts. */
  function planTick(nowMs: number) {
    const dueMs = nowMs - modulo(nowMs, SECOND_MS) + SECOND_MS
    cancelTick = clock.after(dueMs - clock.now(), () => tick(dueMs))
  }

  function tick(dueMs: number) {
    // A timer may fire slightly early by the wall clock: the second still counts as completed.
    const early = dueMs - clock.now()
    const nowMs = early > 0 && early < TIMER_EARLY_MAX_MS ? dueMs : clock.now()
    planTick(nowMs)
    strikes.send(nowMs)
    reports.send(nowMs)
  }

  return {
    simulated: true,
    replay: replay?.told ?? null,

    async start() {
      if (cancelTick) return
      const nowMs = clock.now()
      strikes.open(Math.min(nowMs, deps.resumeMs?.lightning ?? nowMs))
      reports.open(Math.min(nowMs, deps.resumeMs?.metar ?? nowMs))
      planTick(nowMs)
    },

    async close() {
      if (!cancelTick) return
      cancelTick()
      cancelTick = null
      strikes.close()
      reports.close()
    },

    onStrikes: (listener) => strikes.events.subscribe(listener),
    onReports: (listener) => reports.events.subscribe(listener),
    links: () => ({ lightning: strikes.link(), metar: reports.link() }),
    gaps: () => [...gaps],
    counters: async () => noCounters(0, clock.now()),

    async strikes(minutes) {
      const nowMs = clock.now()
      const fromMs = nowMs - minutes * MINUTE_MS
      const records: StrikeRecord[] = []
      for (let second = Math.floor(fromMs / SECOND_MS); second <= lastWholeSecond(nowMs); second++) {
        for (const strike of maker.storedIn(second)) if (strike.storedMs >= fromMs) records.push(strike.record)
      }
      return records
    },

    latestReports: async (icaos) => weather.latestReports(icaos, clock.now()),
    latency: async (icaos) => weather.latency(icaos, clock.now()),

    async standard(endpoint, query) {
      const asOfMs = clock.now()
      // Yields between slices, so that batches are sent on time: ten days of reports take more than a second.
      for (const _ of weather.prepare(endpoint, query, asOfMs)) await setImmediate()
      return { ...weather.standard(endpoint, query, asOfMs), asOfMs, stale: false }
    },
  }
}

/** The strikes of a scenario, and their storms. */
function made({ seed, storm, startedAtMs, recordsPerSecond, polarity = 'documented_like' }: SyntheticSourceDeps) {
  const scenario = stormNamed(storm ?? DEFAULT_STORM)
  const { stalls } = scenarioOf(scenario, recordsPerSecond)
  const storms = createStormField({ seed, scenario, startedAtMs, recordsPerSecond })
  return { storms, maker: createStrikeMaker({ seed, storms, polarity, stalls }) }
}

function replayed(playback: Playback): { storms: StormField; maker: StrikeMaker } {
  return { storms: createReplayStorms(playback), maker: createReplayStrikes(playback) }
}

function wholeDays(ms: number): number {
  return Math.round(ms / DAY_MS) * DAY_MS
}

/** Common parts of both lines: state changes and lost periods. */
function createLine<Event>(clock: Clock, feed: Gap['feed'], gaps: Gap[]) {
  const events = new Emitter<Event | LineEvent>()
  let link = linkIn('off')

  function linkIn(state: LinkStatus['state']): LinkStatus {
    return { state, since: formatUtc(clock.now()), lastMessageAt: null, reconnects: 0, lastError: null }
  }

  return {
    events,
    link: () => link,
    setState(state: LinkStatus['state']): void {
      link = linkIn(state)
      events.emit({ kind: 'link', status: link })
    },
    send(event: Event, nowMs: number): void {
      link = { ...link, lastMessageAt: formatUtc(nowMs) }
      events.emit(event)
    },
    observed(fromMs: number, toMs: number): void {
      events.emit({ kind: 'observed', fromMs, toMs })
    },
    lost(fromMs: number, toMs: number): void {
      const gap: Gap = { feed, from: formatUtc(fromMs), to: formatUtc(toMs) }
      gaps.push(gap)
      events.emit({ kind: 'gap', gap })
    },
  }
}

/** A batch for each completed second. */
function createStrikeLine(clock: Clock, maker: StrikeMaker, gaps: Gap[]) {
  const line = createLine<Extract<StrikeEvent, { kind: 'batch' }>>(clock, 'lightning', gaps)
  let sentSecond = 0
  const sendBatch = (records: StrikeRecord[], nowMs: number) => line.send({ kind: 'batch', records }, nowMs)

  return {
    events: line.events,
    link: line.link,
    open(fromMs: number): void {
      sentSecond = lastWholeSecond(fromMs)
      line.setState('live')
    },
    close: () => line.setState('off'),
    send(nowMs: number): void {
      const lastWhole = lastWholeSecond(nowMs)
      const first = lastWhole - CATCH_UP_MS / SECOND_MS + 1
      if (sentSecond + 1 < first) {
        line.lost((sentSecond + 1) * SECOND_MS, first * SECOND_MS)
        sentSecond = first - 1
      }
      // After a step back of the clock its seconds repeat: the line sends heartbeats without repeating records.
      if (sentSecond >= lastWhole) sendBatch([], nowMs)
      const fromMs = (sentSecond + 1) * SECOND_MS
      while (sentSecond < lastWhole) sendBatch(maker.batch(++sentSecond), nowMs)
      line.observed(fromMs, nowMs)
    },
  }
}

/** Reports that arrived since the last call. */
function createReportLine(clock: Clock, weather: SyntheticWeather, gaps: Gap[]) {
  const line = createLine<Extract<ReportEvent, { kind: 'reports' }>>(clock, 'metar', gaps)
  /** End of the sent reports. */
  let sentMs = 0

  return {
    events: line.events,
    link: line.link,
    open(fromMs: number): void {
      sentMs = fromMs
      line.setState('live')
    },
    close: () => line.setState('off'),
    send(nowMs: number): void {
      if (nowMs <= sentMs) return
      const fromMs = Math.max(sentMs, nowMs - REPORTS_CATCH_UP_MS)
      if (fromMs > sentMs) line.lost(sentMs, fromMs)
      const records = weather.reportsArrivedBetween(fromMs, nowMs)
      sentMs = nowMs
      line.observed(fromMs, nowMs)
      if (records.length > 0) line.send({ kind: 'reports', records }, nowMs)
    },
  }
}

/** The newest complete second. */
function lastWholeSecond(ms: number): number {
  return Math.floor(ms / SECOND_MS) - 1
}

function stormNamed(name: string): StormName {
  const known = STORM_NAMES.find((storm) => storm === name)
  if (!known) throw new Error(`Unknown storm ${name}: available are ${STORM_NAMES.join(', ')}.`)
  return known
}
