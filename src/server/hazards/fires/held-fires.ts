import type { HeldFireCells } from '../../../contract/brontide.ts'
import type { StandardAnswer } from '../../sources/source.ts'

/**
 * The last answer for each whole cell of fires, whoever asked: a view that is too wide to pay for shows what others paid
 * for. A read finds whatever was noted by a call before it.
 */
export interface HeldFires {
  /** Takes note of an answer, where its box is a whole cell and nothing newer is held of it. Never rejects. */
  note(query: Record<string, string>, answer: StandardAnswer): Promise<void>
  /** The answer that is held for a box; null where there is none, or one too old. */
  find(query: Record<string, string>): Promise<StandardAnswer | null>
  cells(): Promise<HeldFireCells['cells']>
}
