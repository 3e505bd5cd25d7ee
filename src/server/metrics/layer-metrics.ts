import type { Registry } from 'prom-client'
import { createRegister } from './register.ts'

/** Statistics of the operator's layers. */
export interface CountedLayers {
  /** Requests by layer and outcome. */
  counts(): Record<string, Record<string, number>>
  heldBytes(): number
  fetches(): { running: number; waiting: number }
}

export function registerLayerMetrics(registry: Registry, layers: CountedLayers): void {
  const { gauge, counter } = createRegister(registry)
  counter('layer_answers', 'Requests for the operator’s layers, by outcome.', ['layer', 'result'], layers.counts)
  gauge('layer_held_bytes', 'Cached bytes of the operator’s layers.', [], layers.heldBytes)
  gauge('layer_fetches', 'Fetches of the operator’s layers: running, and queued.', ['state'], () => ({
    ...layers.fetches(),
  }))
}
