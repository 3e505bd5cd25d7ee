import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { HEAL_CAUSES, type Heal } from '../../contract/heals.ts'
import type { Clock } from '../../core/time/clock.ts'
import { HOUR_MS } from '../../core/time/durations.ts'
import { totalMs } from '../../core/time/spans.ts'
import type { Accumulations } from '../accumulations/accumulations.ts'
import type { Cluster } from '../cluster/cluster.ts'
import type { ContractServer } from '../contract/contract-server.ts'
import type { History } from '../history/history.ts'
import type { SettingsFaults } from '../settings/settings-faults.ts'
import type { Source } from '../sources/source.ts'
import { sourceClock } from '../sources/source-clock.ts'
import type { Watch } from '../watch/watch.ts'
import { createRefusals, type Refusals } from './refusals.ts'
import { createRegister } from './register.ts'
import { registerSourceMetrics } from './source-metrics.ts'
import { createStrikeLag } from './strike-lag.ts'

/** Statistics of the operator's layers. */
interface CountedLayers {
  /** Requests by layer and outcome. */
  counts(): Record<string, Record<string, number>>
  heldBytes(): number
  fetches(): { running: number; waiting: number }
}

export type Metrics = ReturnType<typeof createMetrics>

export function createMetrics(deps: {
  source: Source
  clock: Clock
  version: string
  history: Pick<History, 'status' | 'missing'> | null
  watch?: Watch | null
  cluster?: Cluster | null
  accumulations?: Pick<Accumulations, 'size'>
  faults?: Pick<SettingsFaults, 'counts'>
  /** Free bytes of the file system of DATA_DIR. */
  freeBytes?(): Promise<number>
  /** Blocked turns of the event loop, by work. */
  blocked?(): Record<string, number>
  /** Responses in progress and their unsent bytes. */
  answers(): { requests: number; bytes: number }
  /** Request bodies being received or processed. */
  bodies?(): number
}) {
  const { source, clock, version, history, answers } = deps
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const { gauge, counter } = createRegister(registry)
  gauge('info', 'Version of the server.', ['version'], () => ({ [version]: 1 }))
  gauge('answers_in_flight', 'HTTP responses in progress.', [], () => answers().requests)
  if (deps.bodies) gauge('request_bodies', 'Request bodies being received or processed.', [], deps.bodies)
  gauge('unread_answer_bytes', 'Unsent bytes of HTTP responses.', [], () => answers().bytes)
  if (deps.cluster) {
    const { leads, readNumber } = deps.cluster
    gauge('leads', 'Whether this process is the leader.', [], () => Number(leads()))
    gauge('log_read', 'Number of the latest message read from the shared log.', [], readNumber)
  }
  const duration = new Histogram({
    name: 'brontide_http_request_duration_seconds',
    help: 'Duration of requests.',
    labelNames: ['route', 'status'],
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  })
  const heals = new Histogram({
    name: 'brontide_wall_heal_seconds',
    help: 'Duration of faults of wall displays until their automatic recovery, by cause.',
    labelNames: ['cause'],
    buckets: [2, 5, 10, 30, 120, 600, 3_600],
    registers: [registry],
  })
  for (const cause of HEAL_CAUSES) heals.zero({ cause })
  const refusals = createRefusals()
  const lag = createStrikeLag(registry, sourceClock(source, clock).now)
  const detach = registerSourceMetrics(registry, { source, clock, lag })
  if (deps.watch) registerWatchMetrics(registry, deps.watch)
  // Stored times follow the source's clock: a wrong local clock would turn observed time into gaps.
  if (history) registerHistoryMetrics(registry, { history, clock: sourceClock(source, clock) })
  const { freeBytes, faults, blocked } = deps
  const refusedHelp = 'Problems of invalid settings files and stored state.'
  if (faults) gauge('settings_refused', refusedHelp, ['name'], faults.counts)
  if (freeBytes) gauge('data_free_bytes', 'Free bytes of the file system of DATA_DIR.', [], freeBytes)
  const blockedHelp = 'Event loop turns of 200 ms or more, by the work that took most of the time.'
  if (blocked) counter('event_loop_blocked', blockedHelp, ['work'], blocked)
  const { nowMs } = source
  const offset = 'Offset of the local clock ahead of the upstream’s; 0 for simulated data.'
  gauge('clock_offset_seconds', offset, [], () => (nowMs ? (clock.now() - nowMs()) / 1_000 : 0))
  if (deps.accumulations) {
    const { size } = deps.accumulations
    gauge('accumulation_sums', 'Stored sums of hours, days and places.', [], () => size().sums)
    gauge('accumulation_bytes', 'Bytes of these sums on disk.', [], () => size().bytes)
  }

  return {
    refusals,
    /** Counts one response; `route` is one of a fixed set, never client input. */
    observeRequest: (route: string, status: number, seconds: number): void =>
      duration.observe({ route, status }, seconds),
    /** Counts a recovery reported by a wall display. */
    observeHeal: ({ cause, seconds }: Pick<Heal, 'cause' | 'seconds'>): void => heals.observe({ cause }, seconds),
    /** A batch has been sent to every viewer. */
    observeSent: lag.sent,
    addViewers: (contract: Pick<ContractServer, 'viewers' | 'unsentBytes' | 'counters'>): void =>
      registerViewerMetrics(registry, { contract, refusals }),
    /** Adds statistics of the operator's layers. */
    addLayers: (layers: CountedLayers): void => registerLayerMetrics(registry, layers),
    /** The Prometheus text. */
    render: (): Promise<string> => registry.metrics(),
    contentType: registry.contentType,
    close(): void {
      detach()
      registry.clear()
    },
  }
}

function registerLayerMetrics(registry: Registry, layers: CountedLayers): void {
  const { gauge, counter } = createRegister(registry)
  counter('layer_answers', 'Requests for the operator’s layers, by outcome.', ['layer', 'result'], layers.counts)
  gauge('layer_held_bytes', 'Cached bytes of the operator’s layers.', [], layers.heldBytes)
  gauge('layer_fetches', 'Fetches of the operator’s layers: running, and queued.', ['state'], () => ({
    ...layers.fetches(),
  }))
}

function registerHistoryMetrics(
  registry: Registry,
  { history, clock }: { history: Pick<History, 'status' | 'missing'>; clock: Clock },
): void {
  const { gauge, counter } = createRegister(registry)

  gauge('history_ok', 'Health of the history: 0 while it is degraded.', [], async () =>
    Number((await history.status()).state === 'ok'),
  )
  gauge('history_bytes', 'Bytes of the history on disk.', [], async () => (await history.status()).bytes)
  gauge('history_strikes', 'Strikes in the history: stored, and not yet written.', ['state'], async () => {
    const { strikes, waiting } = await history.status()
    return { stored: strikes, waiting }
  })
  gauge('history_minutes', 'Minutes with stored strikes, and damaged minutes.', ['state'], async () => {
    const { minutes, damagedMinutes } = await history.status()
    return { stored: minutes, damaged: damagedMinutes }
  })
  counter(
    'history_out_of_time',
    'Strikes dropped because of an implausible time.',
    [],
    async () => (await history.status()).outOfTime,
  )

  async function notObservedSeconds(feed: 'lightning' | 'metar'): Promise<number> {
    const nowMs = clock.now()
    const spans = await history.missing(feed, nowMs - HOUR_MS, nowMs)
    return totalMs(spans) / 1_000
  }
  gauge(
    'not_observed_seconds',
    'Unobserved seconds of the last hour: lost by the source, or while no process was running.',
    ['feed'],
    async () => ({ lightning: await notObservedSeconds('lightning'), metar: await notObservedSeconds('metar') }),
  )
}

/** Viewers: connections, sent and unsent bytes, and refusals by reason. */
function registerViewerMetrics(
  registry: Registry,
  deps: { contract: Pick<ContractServer, 'viewers' | 'unsentBytes' | 'counters'>; refusals: Refusals },
): void {
  const { contract, refusals } = deps
  const { gauge, counter } = createRegister(registry)

  gauge('viewers', 'Sockets of viewers.', ['feed'], () => contract.viewers())
  gauge(
    'unsent_bytes',
    'Unsent bytes to viewers: total, of the slowest, and held for viewers in replay.',
    ['of'],
    () => {
      const { all, most, held } = contract.unsentBytes()
      return { all, slowest: most, held }
    },
  )
  const sockets = () => contract.counters().sockets
  counter('sent_bytes', 'Bytes of messages sent to viewers.', [], () => sockets().sent.bytes)
  counter('sent_messages', 'Messages sent to viewers.', [], () => sockets().sent.messages)
  counter('messages_ignored', 'Invalid messages of viewers.', [], () => sockets().messagesIgnored)
  counter('replayed_strikes', 'Strikes replayed from history, by arrival.', ['came'], () => {
    const { inTime, late } = contract.counters().replayed
    return { in_time: inTime, late }
  })
  counter('refusals', 'Requests and sockets refused or closed, by reason.', ['why'], () => {
    const { http, sockets } = contract.counters()
    return {
      credential: http.unauthorised + sockets.unauthorised,
      rate: http.rateLimited,
      past_answers: http.pastRefused,
      sockets_of_client: sockets.refused,
      sockets_in_all: sockets.full,
      reads_too_slowly: sockets.slowClosed,
      says_too_much: sockets.noisyClosed,
      ...refusals.counts(),
    }
  })
}

/** Raised alarms and the state of their channels. */
function registerWatchMetrics(registry: Registry, watch: Pick<Watch, 'writer' | 'dispatcher' | 'held'>): void {
  const { gauge, counter } = createRegister(registry)
  gauge('held', 'Resources of the alarm engine held for viewers.', ['what'], watch.held)
  const raised: Record<string, number> = {}
  watch.writer.onAlarms((alarms) => {
    for (const { alarm } of alarms) {
      if (alarm.acknowledged === null) raised[alarm.stage] = (raised[alarm.stage] ?? 0) + 1
    }
  })
  const byChannel = (read: (health: ReturnType<Watch['dispatcher']['health']>[number]) => number) => () =>
    Object.fromEntries(watch.dispatcher.health().map((health) => [health.channel.id, read(health)]))

  counter('alarms', 'Alarms raised, by stage.', ['stage'], () => raised)
  gauge(
    'channel_broken',
    'Whether a channel had no successful delivery for a day.',
    ['channel'],
    byChannel(({ isBroken }) => Number(isBroken)),
  )
  gauge(
    'channel_waiting',
    'Pending deliveries of a channel.',
    ['channel'],
    byChannel(({ waiting }) => waiting),
  )
  gauge(
    'channel_last_success_seconds',
    'Time of the last successful delivery of a channel, Unix seconds; 0 for never.',
    ['channel'],
    byChannel(({ lastSuccessMs }) => (lastSuccessMs ?? 0) / 1_000),
  )
  counter(
    'channel_given_up',
    'Abandoned deliveries of a channel.',
    ['channel'],
    byChannel(({ dead }) => dead),
  )
}
