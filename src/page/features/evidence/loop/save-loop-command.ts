import type { Command } from '../../../state/commands.ts'

export interface LoopWish {
  signal: AbortSignal
  progress(done: number, of: number): void
  /** What came of it, in words. */
  ended(said: string): void
}

/** Asks for a file of what the map shows in the window that ends at the shown moment. */
export const SAVE_LOOP: Command<LoopWish> = { name: 'save loop' }
