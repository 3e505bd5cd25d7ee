import type { LayerTime } from '../../contract/layers.ts'
import { HOUR_MS, MINUTE_MS } from '../time/durations.ts'

/** The image of a layer for a time: that of a step, or none beyond its retention. */
export type LayerStep = { kind: 'step'; stepMs: number } | { kind: 'not-kept' }

/** The newest available step, Unix ms. */
export function newestStepMs({ stepMin, delayMin }: LayerTime, nowMs: number): number {
  const step = stepMin * MINUTE_MS
  return Math.floor((nowMs - delayMin * MINUTE_MS) / step) * step
}

/** The step for the shown time (null: live): the last available one not after it. */
export function layerStep(time: LayerTime, nowMs: number, shownAtMs: number | null): LayerStep {
  const newestMs = newestStepMs(time, nowMs)
  if (shownAtMs === null) return { kind: 'step', stepMs: newestMs }
  const step = time.stepMin * MINUTE_MS
  const stepMs = Math.min(newestMs, Math.floor(shownAtMs / step) * step)
  return isKept(time, stepMs, nowMs) ? { kind: 'step', stepMs } : { kind: 'not-kept' }
}

/** True for a time with an image. Tolerates one step more for pages with a fast clock or a late request. */
export function isLayerStep(time: LayerTime, atMs: number, nowMs: number): boolean {
  const step = time.stepMin * MINUTE_MS
  return atMs % step === 0 && atMs <= newestStepMs(time, nowMs) + step && isKept(time, atMs + step, nowMs)
}

/** The newest image is kept even if the source publishes it late. */
function isKept(time: LayerTime, stepMs: number, nowMs: number): boolean {
  return stepMs >= nowMs - time.keepHours * HOUR_MS || stepMs >= newestStepMs(time, nowMs)
}
