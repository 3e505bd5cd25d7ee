import type { LayerTime } from '../../contract/layers.ts'
import { HOUR_MS, MINUTE_MS } from '../time/durations.ts'

/** Which picture of a layer stands for a moment: that of a step, or none, since so far back none is kept. */
export type LayerStep = { kind: 'step'; stepMs: number } | { kind: 'not-kept' }

/** The newest step that can be had, Unix ms. */
export function newestStepMs({ stepMin, delayMin }: LayerTime, nowMs: number): number {
  const step = stepMin * MINUTE_MS
  return Math.floor((nowMs - delayMin * MINUTE_MS) / step) * step
}

/** The step for the shown moment (null: live): the last one that is not after it, and can be had by now. */
export function layerStep(time: LayerTime, nowMs: number, shownAtMs: number | null): LayerStep {
  const newestMs = newestStepMs(time, nowMs)
  if (shownAtMs === null) return { kind: 'step', stepMs: newestMs }
  const step = time.stepMin * MINUTE_MS
  const stepMs = Math.min(newestMs, Math.floor(shownAtMs / step) * step)
  return isKept(time, stepMs, nowMs) ? { kind: 'step', stepMs } : { kind: 'not-kept' }
}

/**
 * True for a moment that the layer has a picture of. A page whose clock is a little ahead, or which was late, is off by one step:
 * such a one counts too.
 */
export function isLayerStep(time: LayerTime, atMs: number, nowMs: number): boolean {
  const step = time.stepMin * MINUTE_MS
  return atMs % step === 0 && atMs <= newestStepMs(time, nowMs) + step && isKept(time, atMs + step, nowMs)
}

/** The newest is kept however long the source takes to bring it. */
function isKept(time: LayerTime, stepMs: number, nowMs: number): boolean {
  return stepMs >= nowMs - time.keepHours * HOUR_MS || stepMs >= newestStepMs(time, nowMs)
}
