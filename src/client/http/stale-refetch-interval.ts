import type { Answer } from './contract-api.ts'

/** A relay gives up on a new answer, or has it, well within this time. */
export const STALE_AGAIN_MS = 15_000

/** A query's `refetchInterval`: an answer past its time is asked for again soon, since a new one may be under way. */
export function staleRefetchInterval<T>(everyMs: number | false) {
  return ({ state }: { state: { data: Answer<T> | undefined } }): number | false => {
    const { data } = state
    return data?.kind === 'data' && data.stale ? STALE_AGAIN_MS : everyMs
  }
}
