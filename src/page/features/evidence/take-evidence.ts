import type { Command } from '../../state/commands.ts'

/** Requests a picture and a table of the view; the function receives the result as text. */
export const TAKE_EVIDENCE: Command<(said: string) => void> = { name: 'take evidence' }
