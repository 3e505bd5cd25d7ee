import type { Logger } from 'pino'
import type { Environment } from '../client/environment.ts'
import type { Config } from './config.ts'
import { keepSecret } from './keep-secret.ts'
import type { Source } from './sources/source.ts'
import { createSyntheticSource, loadSimAirports } from './sources/synthetic/synthetic-source.ts'
import { createUpstreamSource } from './sources/upstream/upstream-source.ts'
import type { UpstreamTokens } from './sources/upstream/upstream-tokens.ts'

export interface OpenedSource {
  source: Source
  /** Null where pages get tokens of our own. */
  upstreamTokens: UpstreamTokens | null
}

/** The source that the configuration asks for: the upstream where one is set, else the simulator. */
export function openSource(deps: { config: Config; environment: Environment; log: Logger }): OpenedSource {
  const { config, environment, log } = deps
  const { clock } = environment
  if (!config.upstream) {
    const source = createSyntheticSource({
      clock,
      ...config.simulator,
      startedAtMs: clock.now(),
      airports: loadSimAirports(),
    })
    return { source, upstreamTokens: null }
  }
  const { delivery, pointsPerDay } = config
  const { bases, apiKey } = config.upstream
  const discreet = keepSecret(environment, apiKey)
  const source = createUpstreamSource({ environment: discreet, bases, apiKey, pointsPerDay, delivery, log })
  return { source, upstreamTokens: delivery === 'direct' ? source : null }
}
