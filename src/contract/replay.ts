import * as z from 'zod/mini'
import { boundedText } from './fields.ts'

/** Recorded strikes that are played as if they struck now: whose they are, and when they struck. Times are UTC ISO 8601. */
export const replaySchema = z.object({ source: boundedText, from: boundedText, to: boundedText })
export type Replay = z.infer<typeof replaySchema>
