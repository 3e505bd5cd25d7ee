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
  counter(
    'layer_answers',
    'Answers of the operator’s layers, by what became of them.',
    ['layer', 'result'],
    layers.counts,
  )
  gauge('layer_held_bytes', 'Bytes that are held of the operator’s layers.', [], layers.heldBytes)
  gauge('layer_fetches', 'Fetches of the operator’s layers: under way, and waiting.', ['state'], () => ({
    ...layers.fetches(),
  }))
}
