import { createHash } from 'node:crypto'
import type { Logger } from 'pino'
import type { Environment } from '../../client/session/environment.ts'
import { LIGHTNING_MINUTES_MAX } from '../../contract/limits.ts'
import { MINUTE_MS } from '../../core/time/durations.ts'
import { loadSimAirports } from '../../simulator/source/metar/sim-airports.ts'
import type { OpenReplay } from '../../simulator/source/replay/replay.ts'
import { createSyntheticSource } from '../../simulator/source/synthetic-source.ts'
import type { World } from '../hazards/hazard.ts'
import type { History } from '../history/history.ts'
import type { Remembered } from '../history/source-memory.ts'
import { keepSecret } from '../settings/keep-secret.ts'
import type { Source } from '../sources/source.ts'
import { openUpstreamSource } from '../sources/upstream/open-upstream-source.ts'
import type { UpstreamTokens } from '../sources/upstream/upstream-tokens.ts'
import { boundBodies } from '../web/bounded-bodies.ts'
import type { Config } from './config.ts'

export interface OpenedSource {
  source: Source
  /** Null unless DELIVERY=direct. */
  upstreamTokens: UpstreamTokens | null
  /** Data origin of hazards beyond the contract; null if this process has no upstream connection. */
  world: World | null
}

/** The configured source: the upstream if set, else the simulator. */
export async function openSource(deps: {
  config: Config
  environment: Environment
  log: Logger
  /** Not written to during opening. */
  history: Pick<History, 'memory' | 'notes'>
  /** Recording that the simulator replays. */
  replay?: OpenReplay | null
  handedOver?: Parameters<typeof openUpstreamSource>[0]['handedOver']
}): Promise<OpenedSource> {
  const { config, environment, log, history, replay, handedOver } = deps
  const { clock } = environment
  if (!config.upstream) {
    const source = createSyntheticSource({
      clock,
      ...config.simulator,
      replay,
      startedAtMs: clock.now(),
      airports: replay?.airports ?? loadSimAirports(),
      resumeMs: resumeOf(await history.memory.recall(), clock.now()),
    })
    return { source, upstreamTokens: null, world: { kind: 'synthetic', clock, seed: config.simulator.seed } }
  }
  const { delivery, pointsPerDay } = config
  const { bases, apiKey } = config.upstream
  const discreet = keepSecret(boundBodies(environment), apiKey)
  const source = await openUpstreamSource({
    environment: discreet,
    bases,
    apiKey,
    pointsPerDay,
    delivery,
    log,
    history,
    handedOver,
  })
  const { random } = environment
  const world: World = { kind: 'upstream', clock, random, http: source.http }
  return { source, upstreamTokens: delivery === 'direct' ? source : null, world }
}

/** Period that an upstream can still deliver, minus the time until the first batch. */
export const FIRST_REACH_MS = LIGHTNING_MINUTES_MAX * MINUTE_MS - 5_000

/** Where the simulator resumes: at its last end, or as far back as it can regenerate. */
function resumeOf({ coveredMs }: Remembered, nowMs: number) {
  return {
    lightning: coveredMs.lightning ?? nowMs - FIRST_REACH_MS,
    metar: coveredMs.metar ?? nowMs,
  }
}

/** Simulated data, replays and each upstream have distinct names, so that their histories are never mixed. */
export function dataNameOf({ upstream, simulator }: Pick<Config, 'upstream' | 'simulator'>): string {
  if (!upstream) return simulator.replay ? 'replay' : 'simulated'
  const { special, specialWs } = upstream.bases
  const which = createHash('sha256').update(`${special} ${specialWs}`).digest('hex').slice(0, 8)
  return `upstream-${which}`
}
