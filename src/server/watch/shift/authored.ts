import type { Context } from 'hono'
import type * as z from 'zod/mini'
import { ContractError } from '../../../client/http/contract-api.ts'
import type { CallerEnv } from '../../web/caller.ts'
import { bodyOf } from '../../web/requests.ts'

export interface Authored<What> {
  by: string
  what: What
}

/** The request's content and its author: the sign-in name, or the name given. Throws a 400 error without one. */
export async function readAuthored<What extends { by?: string | undefined }>(
  c: Context<CallerEnv>,
  schema: z.ZodMiniType<What>,
): Promise<Authored<What>> {
  const { who } = c.get('caller')
  const what = await bodyOf(c, schema)
  const by = who.name ?? what.by
  if (by === undefined) throw new ContractError('bad-request', 'by must be your name')
  return { by, what }
}
