import * as z from 'zod/mini'
import { boundedText } from './fields.ts'

/** A replay of recorded strikes: origin, and recorded period. Times are UTC ISO 8601. */
export const replaySchema = z.object({ source: boundedText, from: boundedText, to: boundedText })
export type Replay = z.infer<typeof replaySchema>
