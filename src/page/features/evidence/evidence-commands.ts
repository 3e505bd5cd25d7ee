import type { Command } from '../../state/commands.ts'

export interface LoopWish {
  signal: AbortSignal
  progress(done: number, of: number): void
  ended(said: string): void
}

/** Requests a film of the map over the window that ends at the shown moment. */
export const SAVE_LOOP: Command<LoopWish> = { name: 'save loop' }

/** Requests a picture and a table of the view; the function receives the result as text. */
export const TAKE_EVIDENCE: Command<(said: string) => void> = { name: 'take evidence' }
