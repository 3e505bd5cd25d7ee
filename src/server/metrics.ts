import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Status } from '../contract/brontide.ts'
import type { History } from './history/history.ts'
import type { Source } from './sources/source.ts'

const LINK_STATES: Status['links']['lightning']['state'][] = ['connecting', 'live', 'down', 'waiting-for-slot', 'off']

export interface Metrics {
  /** Counts one answer; `route` is one of a few names, never a path that a client made up. */
  observeRequest(route: string, status: number, seconds: number): void
  /** The Prometheus text. */
  render(): Promise<string>
  contentType: string
  close(): void
}

/** Everything that is counted, read from where it is kept at the moment Prometheus asks. */
export function createMetrics(deps: {
  source: Source
  version: string
  viewers(): Status['viewers']
  history: Pick<History, 'status'> | null
}): Metrics {
  const { source, history } = deps
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })

  const duration = new Histogram({
    name: 'brontide_http_request_duration_seconds',
    help: 'Time to answer a request.',
    labelNames: ['route', 'status'],
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
    registers,
  })
  const batches = new Counter({
    name: 'brontide_batches_total',
    help: 'Lightning batches and report deliveries from the source.',
    labelNames: ['feed'],
    registers,
  })
  const records = new Counter({
    name: 'brontide_records_total',
    help: 'Strikes and reports from the source.',
    labelNames: ['feed'],
    registers,
  })
  const unsubscribe = [
    source.onStrikes((event) => event.kind === 'batch' && arrived('lightning', event.records.length)),
    source.onReports((event) => event.kind === 'reports' && arrived('metar', event.records.length)),
  ]
  function arrived(feed: string, count: number) {
    batches.inc({ feed })
    records.inc({ feed }, count)
  }

  gauge('brontide_info', 'The version that runs.', ['version'], (set) => set({ version: deps.version }, 1))
  gauge('brontide_simulated', 'Whether the data is simulated.', [], (set) => set({}, source.simulated ? 1 : 0))
  gauge(
    'brontide_link_state',
    'The state of each line to the source: 1 for the one it is in.',
    ['feed', 'state'],
    (set) => {
      for (const [feed, link] of Object.entries(source.links())) {
        for (const state of LINK_STATES) set({ feed, state }, link.state === state ? 1 : 0)
      }
    },
  )
  gauge('brontide_link_reconnects', 'Reconnections of each line since the start.', ['feed'], (set) => {
    for (const [feed, link] of Object.entries(source.links())) set({ feed }, link.reconnects)
  })
  gauge('brontide_gaps', 'Periods that the source never gave.', ['feed'], (set) => {
    for (const feed of ['lightning', 'metar']) set({ feed }, source.gaps().filter((gap) => gap.feed === feed).length)
  })
  gauge('brontide_upstream_sockets', 'Upstream sockets in use.', [], (set) => set({}, source.counters().slots.used))
  gauge(
    'brontide_upstream_requests',
    'Upstream requests: waiting now, and made and failed since the start.',
    ['state'],
    (set) => {
      for (const [state, count] of Object.entries(source.counters().rest)) set({ state }, count)
    },
  )
  gauge('brontide_points', 'Resource points of today: spent, and the budget.', ['kind'], (set) => {
    const { points } = source.counters()
    set({ kind: 'spent' }, points.spentToday)
    set({ kind: 'budget' }, points.budgetPerDay)
  })
  gauge('brontide_cache', 'The cache of answers: entries now, hits and misses since the start.', ['kind'], (set) => {
    for (const [kind, count] of Object.entries(source.counters().cache)) set({ kind }, count)
  })
  gauge('brontide_set_aside', 'Records and messages set aside since the start.', ['why'], (set) => {
    for (const [why, count] of Object.entries(source.counters().setAside)) set({ why }, count)
  })
  gauge('brontide_viewers', 'Sockets of viewers.', ['feed'], (set) => {
    for (const [feed, count] of Object.entries(deps.viewers())) set({ feed }, count)
  })

  if (history) {
    gauge('brontide_history_ok', 'Whether history is kept as it should be: 0 while it is degraded.', [], (set) =>
      set({}, history.status().state === 'ok' ? 1 : 0),
    )
    gauge('brontide_history_bytes', 'Bytes of the history on disk.', [], (set) => set({}, history.status().bytes))
    gauge('brontide_history_strikes', 'Strikes in the history: stored, and waiting to be.', ['state'], (set) => {
      const { strikes, waiting } = history.status()
      set({ state: 'stored' }, strikes)
      set({ state: 'waiting' }, waiting)
    })
    gauge(
      'brontide_history_minutes',
      'Minutes of which strikes are stored, and those found damaged.',
      ['state'],
      (set) => {
        const { minutes, damagedMinutes } = history.status()
        set({ state: 'stored' }, minutes)
        set({ state: 'damaged' }, damagedMinutes)
      },
    )
  }

  type Set = (labels: Record<string, string>, value: number) => void
  function gauge(name: string, help: string, labelNames: string[], collect: (set: Set) => void) {
    new Gauge({
      name,
      help,
      labelNames,
      registers,
      collect() {
        collect((labels, value) => this.set(labels, value))
      },
    })
  }

  return {
    observeRequest: (route, status, seconds) => duration.observe({ route, status }, seconds),
    render: () => registry.metrics(),
    contentType: registry.contentType,
    close() {
      for (const stop of unsubscribe) stop()
      registry.clear()
    },
  }
}
