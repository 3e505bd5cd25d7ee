import type { Logger } from 'pino'
import type { Environment } from '../client/session/environment.ts'
import { LIGHTNING_MINUTES_MAX } from '../contract/limits.ts'
import { MINUTE_MS } from '../core/time/durations.ts'
import { boundBodies } from './bounded-bodies.ts'
import type { Config } from './config.ts'
import type { World } from './hazards/hazard.ts'
import type { History } from './history/history.ts'
import { keepSecret } from './keep-secret.ts'
import type { Source } from './sources/source.ts'
import type { Remembered } from './sources/source-memory.ts'
import { loadSimAirports } from './sources/synthetic/metar/sim-airports.ts'
import type { OpenReplay } from './sources/synthetic/replay/replay.ts'
import { createSyntheticSource } from './sources/synthetic/synthetic-source.ts'
import { openUpstreamSource } from './sources/upstream/open-upstream-source.ts'
import type { UpstreamTokens } from './sources/upstream/upstream-tokens.ts'

export interface OpenedSource {
  source: Source
  /** Null where pages get tokens of our own. */
  upstreamTokens: UpstreamTokens | null
  /** What hazards beside the contract get their data from; null where this process has no upstream of its own. */
  world: World | null
}

/** The source that the configuration asks for: the upstream where one is set, else the simulator. */
export async function openSource(deps: {
  config: Config
  environment: Environment
  log: Logger
  /** Not written to yet. */
  history: Pick<History, 'memory' | 'notes'>
  /** What the simulator plays in place of made strikes. */
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
    ...{ environment: discreet, bases, apiKey, pointsPerDay, delivery, log, history, handedOver },
  })
  const { random } = environment
  const world: World = { kind: 'upstream', clock, random, http: source.http }
  return { source, upstreamTokens: delivery === 'direct' ? source : null, world }
}

/** The minutes that an upstream would still tell, but for what passes until the first batch. */
export const FIRST_REACH_MS = LIGHTNING_MINUTES_MAX * MINUTE_MS - 5_000

/** Where the simulator goes on: where it ended, or with what it can still make up for. */
function resumeOf({ coveredMs }: Remembered, nowMs: number) {
  return {
    lightning: coveredMs.lightning ?? nowMs - FIRST_REACH_MS,
    metar: coveredMs.metar ?? nowMs,
  }
}
