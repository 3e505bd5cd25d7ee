import type { Answer } from './contract-api.ts'

/** A relay has a new response, or gives up, well within this time. */
export const STALE_AGAIN_MS = 15_000

/** A query's `refetchInterval`: an expired response is requested again soon, since a new one may be in progress. */
export function staleRefetchInterval<T>(everyMs: number | false) {
  return ({ state }: { state: { data: Answer<T> | undefined } }): number | false => {
    const { data } = state
    return data?.kind === 'data' && data.stale ? STALE_AGAIN_MS : everyMs
  }
}
