import type { HeldFireCells } from '../../../contract/brontide.ts'
import type { StandardAnswer } from '../../sources/source.ts'

/**
 * Cache of the last response per whole fire cell, shared by all viewers: a view too wide to pay for shows cells that
 * other viewers paid for. A read sees all earlier writes.
 */
export interface HeldFires {
  /** Caches a response if its box is a whole cell and no newer response is cached. Never rejects. */
  note(query: Record<string, string>, answer: StandardAnswer): Promise<void>
  /** The cached response for a box; null without one, or if it has expired. */
  find(query: Record<string, string>): Promise<StandardAnswer | null>
  cells(): Promise<HeldFireCells['cells']>
}
