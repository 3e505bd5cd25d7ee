import * as z from 'zod/mini'
import { signInChallengeSchema } from '../../contract/brontide.ts'
import { strikeRecordSchema } from '../../contract/lightning.ts'
import { boxSchema } from '../../contract/messages.ts'
import { reportRecordSchema } from '../../contract/metar.ts'
import { envelopeSchema } from '../../contract/standard.ts'

/** Record schemas as this server writes them; the reading schemas are more tolerant. */

export const strikeSchema = z.extend(strikeRecordSchema, { time: z.bigint() })
export const reportSchema = z.looseObject(reportRecordSchema.shape)

/** Error bodies: of the dedicated line and this server, and of the standard service. */
export const REFUSALS = {
  detail: z.union([signInChallengeSchema, z.looseObject({ detail: z.string() })]),
  envelope: envelopeSchema,
}

/** Named schemas, defined once and referenced. */
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
