import * as z from 'zod/mini'
import { signInChallengeSchema } from '../../contract/brontide.ts'
import { strikeRecordSchema } from '../../contract/lightning.ts'
import { boxSchema } from '../../contract/messages.ts'
import { reportRecordSchema } from '../../contract/metar.ts'
import { envelopeSchema } from '../../contract/standard.ts'

/** The records as our server writes them: the contract's own, which forgive what others may write. */

export const strikeSchema = z.extend(strikeRecordSchema, { time: z.bigint() })
export const reportSchema = z.looseObject(reportRecordSchema.shape)

/** How a request is refused: by the dedicated line and by us, and by the standard service. */
export const REFUSALS = {
  detail: z.union([signInChallengeSchema, z.looseObject({ detail: z.string() })]),
  envelope: envelopeSchema,
}

/** Forms that are told once, by these names, and referred to. */
export const NAMES = z
  .registry<{ id: string; description?: string }>()
  .add(strikeSchema, { id: 'Strike' })
  .add(reportSchema, { id: 'Report' })
  .add(REFUSALS.detail, { id: 'Refusal' })
  .add(REFUSALS.envelope, { id: 'Envelope' })
  .add(boxSchema, {
    id: 'Box',
    description: 'West, south, east, north in degrees, south below north; west beyond east crosses the antimeridian',
  })
