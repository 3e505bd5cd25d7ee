import type { StrikeRecord } from '../../contract/lightning.ts'
import { Spans } from '../../core/time/spans.ts'
import { createRoles } from '../../server/cluster/roles.ts'
import { FIRST_REACH_MS } from '../../server/config/open-source.ts'
import type { History } from '../../server/history/history.ts'
import { REACH_MS } from '../../server/sources/upstream/line-ledger.ts'
import { createForgetfulHistory, NOTHING_REMEMBERED } from '../fakes/forgetful-history.ts'
import { silentLog } from '../fakes/silent-log.ts'
import { fakeUpstreamConfig } from './fake-upstream.ts'
import { openSharedSource } from './shared-source-kit.ts'
import type { SimulatedWay } from './simulated-way.ts'

export type ClusterProcess = ReturnType<typeof createClusterProcess>

/** A process of a cluster with real roles, lines and log writer, on fakes of everything outside, which it reaches by `way`. */
export function createClusterProcess(way: SimulatedWay) {
  const { clock, environment, eventLog, cells, bus } = way
  const told = { strikes: [] as StrikeRecord[], atMs: [] as number[] }
  const logged = { strikes: [] as StrikeRecord[], observed: new Spans() }
  const reachedMs = clock.now() - FIRST_REACH_MS
  /** As a history recalls it: up to the first hole that the upstream can still fill. */
  function coveredMs(): number {
    const [first] = logged.observed.list()
    const { last } = logged.observed
    if (!first || !last) return reachedMs
    const holes = logged.observed.missing(first.fromMs, last.toMs)
    return holes.find(({ toMs }) => toMs > clock.now() - REACH_MS)?.fromMs ?? last.toMs
  }
  const recall = async () => {
    const covered = { lightning: coveredMs(), metar: clock.now() }
    return { ...NOTHING_REMEMBERED, strikes: logged.strikes, simulated: true, coveredMs: covered }
  }
  const { notes, memory } = createForgetfulHistory()
  const history = { notes, memory: { ...memory, recall } } as History

  const shared = openSharedSource(clock)
  shared.onStrikes((event) => {
    if (event.kind !== 'batch') return
    told.strikes.push(...event.records)
    told.atMs.push(clock.monotonicMs())
  })
  shared.logged.onStrikes((event) => {
    if (event.kind === 'batch') logged.strikes.push(...event.records)
    if (event.kind === 'observed') logged.observed.add(event.fromMs, event.toMs)
    if (event.kind === 'missing') logged.observed.remove(event.fromMs, event.toMs)
  })

  const { leader, second, ...roles } = createRoles({
    config: fakeUpstreamConfig(),
    environment,
    log: silentLog,
    history,
    replay: null,
    shared,
    eventLog,
    cells,
    bus,
    isEngineGone: () => way.faults.isEngineGone,
    watch: { begin: async () => {}, end: async () => {}, answer: () => null },
    take: shared.read,
    onLeaderMessage() {},
  })
  roles.start(1)
  return { way, shared, leader, second, told, logged }
}
