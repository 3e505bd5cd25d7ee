import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { HEAL_CAUSES, type Heal } from '../../contract/heals.ts'
import type { StrikeRecord } from '../../contract/lightning.ts'
import type { Clock } from '../../core/time/clock.ts'
import type { Accumulations } from '../accumulations/accumulations.ts'
import type { Cluster } from '../cluster/cluster.ts'
import type { ContractServer } from '../contract/contract-server.ts'
import type { SettingsFaults } from '../faults/settings-faults.ts'
import type { History } from '../history/history.ts'
import type { Source } from '../sources/source.ts'
import { sourceClock } from '../sources/source-clock.ts'
import type { Watch } from '../watch/watch.ts'
import { registerHistoryMetrics } from './history-metrics.ts'
import { type CountedLayers, registerLayerMetrics } from './layer-metrics.ts'
import { createRefusals, type Refusals } from './refusals.ts'
import { createRegister } from './register.ts'
import { registerSourceMetrics } from './source-metrics.ts'
import { createStrikeLag } from './strike-lag.ts'
import { registerViewerMetrics } from './viewer-metrics.ts'
import { registerWatchMetrics } from './watch-metrics.ts'

export interface Metrics {
  refusals: Refusals
  /** Counts one response; `route` is one of a fixed set, never client input. */
  observeRequest(route: string, status: number, seconds: number): void
  /** Counts a recovery reported by a wall display. */
  observeHeal(heal: Pick<Heal, 'cause' | 'seconds'>): void
  /** A batch has been sent to every viewer. */
  observeSent(records: readonly StrikeRecord[]): void
  /** Adds viewer statistics of the contract server. */
  addViewers(contract: Pick<ContractServer, 'viewers' | 'unsentBytes' | 'counters'>): void
  /** Adds statistics of the operator's layers. */
  addLayers(layers: CountedLayers): void
  /** The Prometheus text. */
  render(): Promise<string>
  contentType: string
  close(): void
}

/** All Prometheus metrics. */
export function createMetrics(deps: {
  source: Source
  clock: Clock
  version: string
  history: Pick<History, 'status' | 'missing'> | null
  watch?: Watch | null
  cluster?: Cluster | null
  accumulations?: Pick<Accumulations, 'size'>
  /** Faults for the operator. */
  faults?: Pick<SettingsFaults, 'counts'>
  /** Free bytes of the file system of DATA_DIR. */
  freeBytes?(): Promise<number>
  /** Blocked turns of the event loop, by work. */
  blocked?(): Record<string, number>
  /** Responses in progress and their unsent bytes. */
  answers(): { requests: number; bytes: number }
  /** Request bodies being received or processed. */
  bodies?(): number
}): Metrics {
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
    observeRequest: (route, status, seconds) => duration.observe({ route, status }, seconds),
    observeHeal: ({ cause, seconds }) => heals.observe({ cause }, seconds),
    observeSent: lag.sent,
    addViewers: (contract) => registerViewerMetrics(registry, { contract, refusals }),
    addLayers: (layers) => registerLayerMetrics(registry, layers),
    render: () => registry.metrics(),
    contentType: registry.contentType,
    close() {
      detach()
      registry.clear()
    },
  }
}
