import type { Hono } from 'hono'
import type { ContractHttp } from '../../client/http/http.ts'
import type { Product } from '../../contract/auth.ts'
import type { Clock } from '../../core/time/clock.ts'
import type { Random } from '../../core/util/random.ts'
import type { Admitted } from '../contract/http/gate.ts'
import type { Operation } from '../description/operation.ts'
import type { HeldFires } from './fires/held-fires.ts'

/** What made data is made from: the same seed and moment must give the same again. */
export interface SyntheticWorld {
  clock: Clock
  seed: number
}

/** Access to the upstream, within its rate, by the server's own key. */
export interface UpstreamAccess {
  clock: Clock
  random: Random
  http: ContractHttp
}

/** Where the server has its data from. */
export type World = ({ kind: 'synthetic' } & SyntheticWorld) | ({ kind: 'upstream' } & UpstreamAccess)

export interface HazardDeps<Data> {
  /** Null where the server's source has none. */
  data: Data | null
  clock: Clock
  heldFires: HeldFires
}

/**
 * What our own server says of a hazard beside the contract. Adding one is one folder under `server/hazards/` and one
 * line in `server/hazards/list.ts`; the page asks for it by `ask` of its server connection.
 */
export interface ServerHazard<Data = unknown> {
  /** Where its routes lie: `/api/…`. */
  path: string
  /** Whose token or key opens them. */
  guard: Product
  /** Its data where the server makes it up. */
  synthetic?(world: SyntheticWorld): Data
  /** Its data where the server has an upstream. */
  upstream?(upstream: UpstreamAccess): Data
  /** What its routes answer, told in `/api/openapi.json`. */
  operations: readonly Operation[]
  /** Adds its routes to `app`, which lies at `path`. Thrown `ContractError`s are answered as such. */
  routes(app: Hono<Admitted>, deps: HazardDeps<Data>): void
}

/** The data of a hazard in that world; null where it has none there. */
export function dataOf<Data>(hazard: ServerHazard<Data>, world: World | null): Data | null {
  if (world?.kind === 'synthetic') return hazard.synthetic?.(world) ?? null
  return world ? (hazard.upstream?.(world) ?? null) : null
}
