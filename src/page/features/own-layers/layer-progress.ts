import { create } from 'zustand'
import { type LayerPart, LayerPartError, type LayerProblem } from '../../../client/layers/layer-access.ts'
import { SECOND_MS } from '../../../core/time/durations.ts'

export interface LayerProgress {
  moment: string
  pending: number
  had: number
  empty: number
  /** Unreadable features of the loaded file. */
  leftOut: number
  /** The oldest loaded response, Unix ms. */
  asOfMs: number | null
  /** The source has no newer data. */
  stale: boolean
  /** Failures by part, with their times. */
  failures: Readonly<Record<string, { problem: LayerProblem; atMs: number }>>
}

/** Failed parts are retried within seconds, with a timeout of twenty: older failures are out of view. */
const FAILURE_COUNTS_MS = 30 * SECOND_MS

export const useLayerProgress = create<Readonly<Record<string, LayerProgress>>>(() => ({}))

/** From now on the layer is wanted at that moment. */
export function wantLayer(id: string, moment: string): void {
  if (useLayerProgress.getState()[id]?.moment === moment) return
  const begun = { moment, pending: 0, had: 0, empty: 0, leftOut: 0, asOfMs: null, stale: false, failures: {} }
  useLayerProgress.setState({ [id]: begun })
}

/** The present failures in view, by part. */
export function currentFailures(
  { failures }: Pick<LayerProgress, 'failures'>,
  nowMs: number,
): LayerProgress['failures'] {
  return Object.fromEntries(Object.entries(failures).filter(([, { atMs }]) => nowMs - atMs < FAILURE_COUNTS_MS))
}

/** Loads a part of a layer, and records the result if the requested moment is unchanged. */
export async function readNoted<Part extends LayerPart & { leftOut?: number }>(
  of: { id: string; moment: string; part: string; nowMs(): number },
  read: () => Promise<Part>,
): Promise<Part> {
  const { part } = of
  note(of, ({ pending }) => ({ pending: pending + 1 }))
  try {
    const got = await read()
    note(of, ({ pending, had, empty, asOfMs, stale, failures: { [part]: _, ...failures } }) => ({
      pending: pending - 1,
      had: had + 1,
      empty: empty + (got.bytes ? 0 : 1),
      leftOut: got.leftOut ?? 0,
      asOfMs: Math.min(asOfMs ?? got.asOfMs, got.asOfMs),
      stale: stale || got.stale,
      failures,
    }))
    return got
  } catch (error) {
    const atMs = of.nowMs()
    note(of, (now) => ({
      pending: now.pending - 1,
      failures: {
        ...currentFailures(now, atMs),
        ...(error instanceof LayerPartError && { [part]: { problem: error.problem, atMs } }),
      },
    }))
    throw error
  }
}

function note(
  { id, moment }: { id: string; moment: string },
  change: (now: LayerProgress) => Partial<LayerProgress>,
): void {
  const now = useLayerProgress.getState()[id]
  if (now?.moment === moment) useLayerProgress.setState({ [id]: { ...now, ...change(now) } })
}
