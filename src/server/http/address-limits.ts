import type { Clock } from '../../core/time/clock.ts'
import { createClientRate } from '../web/client-rate.ts'
import type { UsageExchange } from '../web/usage-exchange.ts'

/** A page loads some hundred files and tiles; behind one address there may be a whole office. */
const REQUESTS = { burst: 2_000, perSecond: 200 }
/** A page opens two; after a restart all viewers of one address reconnect within half a minute. */
const UPGRADES = { burst: 1_000, perSecond: 50 }

/** Rate limits per client address, regardless of path and identity. */
export interface AddressLimits {
  /** 0 if the request is allowed, else the delay in milliseconds. */
  request(client: string): number
  upgrade(client: string): number
}

export function createAddressLimits(clock: Clock, others?: UsageExchange): AddressLimits {
  const requests = createClientRate({ clock, ...REQUESTS, use: others?.done('requests') })
  const upgrades = createClientRate({ clock, ...UPGRADES, use: others?.done('handshakes') })
  return {
    request: requests.take,
    upgrade: upgrades.take,
  }
}
