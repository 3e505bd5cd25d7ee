import * as z from 'zod/mini'

/** Recorded strikes that are played as if they struck now: whose they are, and when they struck. Times are UTC ISO 8601. */
export const replaySchema = z.object({ source: z.string(), from: z.string(), to: z.string() })
export type Replay = z.infer<typeof replaySchema>
