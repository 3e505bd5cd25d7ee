import type { Feed, FeedEvent } from '../../client/feed/feed.ts'
import type { StrikeFeed } from '../../client/feed/strike-feed.ts'
import type { Past } from '../../client/history/past.ts'
import type { Ask } from '../../client/http/ask.ts'
import type { ContractApi } from '../../client/http/contract-api.ts'
import type { LayerAccess } from '../../client/layers/layer-access.ts'
import type { WallAccess } from '../../client/session/walls.ts'
import type { WatchAccess } from '../../client/watch/watch-access.ts'
import type { PageConfig } from '../../contract/brontide.ts'
import type { Heal } from '../../contract/heals.ts'
import type { ReportRecord } from '../../contract/metar.ts'
import type { Clock } from '../../core/time/clock.ts'

/** The requests and feeds of the page's server. */
export interface ServerAccess {
  config: PageConfig
  api: ContractApi
  /** Requests to our own server beyond the contract. */
  ask: Ask
  /** Reports recovered faults of a wall to the server. */
  tellHeals(heals: readonly Heal[]): Promise<void>
  strikes: StrikeFeed
  reports: Feed<FeedEvent<ReportRecord>>
  past: Past
  /** `now()` is corrected by the server's clock, so a wrong clock of a display has no effect. */
  clock: Clock
  /** Compares the server with the one that this page came from. Rejects after the timeout. */
  checkServer(timeoutMs?: number): Promise<{ kind: 'same' } | { kind: 'changed'; to: string }>
  /** Reconnects the feeds at once, after a known recovery. */
  wake(): void
  /** Present if the operator added layers. */
  layers?(): Promise<LayerAccess>
  /** Present if the server raises alarms. */
  watch?(): Promise<WatchAccess>
  /** Present if the user can sign out: ends the session and its access. */
  signOut?(): Promise<void>
  /** Present under the same condition: walls with access without a password. */
  walls?(): Promise<WallAccess>
}
