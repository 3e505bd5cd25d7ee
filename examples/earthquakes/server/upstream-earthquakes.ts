import { createAsk } from '../../../client/http/ask.ts'
import { ContractError } from '../../../client/http/contract-api.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'
import type { UpstreamAccess } from '../hazard.ts'
import { EARTHQUAKES_PATH, type EarthquakeSource, type EarthquakesAnswer, earthquakesSchema } from './earthquake.ts'

/** Cache time, shared by all pages. */
const HELD_MS = MINUTE_MS

/** Reads earthquakes from an upstream that is a Brontide server; other upstreams have none. */
export function createUpstreamEarthquakes({ clock, http }: UpstreamAccess): EarthquakeSource {
  const ask = createAsk(http)
  let held: { askedMs: number; answer: Promise<EarthquakesAnswer | null> } | null = null

  async function askUpstream(): Promise<EarthquakesAnswer | null> {
    try {
      return await ask(EARTHQUAKES_PATH, earthquakesSchema)
    } catch (error) {
      if (error instanceof ContractError && error.status === 404) return null
      throw error
    }
  }

  return {
    recent() {
      const nowMs = clock.monotonicMs()
      if (!held || nowMs - held.askedMs >= HELD_MS) held = { askedMs: nowMs, answer: askUpstream() }
      return held.answer
    },
  }
}
