import type { Command } from '../../state/commands.ts'

/** Asks for a picture and a table of what is shown, with a function that is told what came of it, in words. */
export const TAKE_EVIDENCE: Command<(said: string) => void> = { name: 'take evidence' }
