import type { Hono } from 'hono'
import type { ContractHttp } from '../../client/http/http.ts'
import type { Product } from '../../contract/auth.ts'
import type { Clock } from '../../core/time/clock.ts'
import type { Random } from '../../core/util/random.ts'
import type { Admitted } from '../contract/http/gate.ts'
import type { Operation } from '../description/operation.ts'

/** Inputs of simulated data: the same seed and time must give the same data. */
export interface SyntheticWorld {
  clock: Clock
  seed: number
}

/** Rate-limited access to the upstream with the server's key. */
export interface UpstreamAccess {
  clock: Clock
  random: Random
  http: ContractHttp
}

/** Data origin of the server. */
export type World = ({ kind: 'synthetic' } & SyntheticWorld) | ({ kind: 'upstream' } & UpstreamAccess)

export interface HazardDeps<Data> {
  /** Null if the server's source has no such data. */
  data: Data | null
  clock: Clock
}

/**
 * Server part of a hazard beyond the contract. Adding one takes a folder under `server/hazards/` and a line in
 * `server/hazards/list.ts`; the page requests it through `ask` of its server connection.
 */
export interface ServerHazard<Data = unknown> {
  /** Mount path of its routes: `/api/…`. */
  path: string
  /** Product whose token or key is required. */
  guard: Product
  synthetic?(world: SyntheticWorld): Data
  /** Data from the upstream. */
  upstream?(upstream: UpstreamAccess): Data
  /** Operations for `/api/openapi.json`. */
  operations: readonly Operation[]
  /** Adds routes to `app`, mounted at `path`. A thrown `ContractError` becomes its response. */
  routes(app: Hono<Admitted>, deps: HazardDeps<Data>): void
}

/** The hazard's data in that world; null without any. */
export function dataOf<Data>(hazard: ServerHazard<Data>, world: World | null): Data | null {
  if (world?.kind === 'synthetic') return hazard.synthetic?.(world) ?? null
  return world ? (hazard.upstream?.(world) ?? null) : null
}
