import type { Context } from 'hono'
import type * as z from 'zod/mini'
import { firstComplaint } from '../../../contract/complaint.ts'
import { jsonOf } from '../../web/body-quota.ts'
import type { CallerEnv } from '../../web/caller.ts'
import { NO_STORE } from '../alarm-routes.ts'

export interface Authored<What> {
  by: string
  what: What
}

/** The request's content and its author: the sign-in name, or the name given; or the refusal. */
export async function readAuthored<What extends { by?: string | undefined }>(
  c: Context<CallerEnv>,
  schema: z.ZodMiniType<What>,
): Promise<Authored<What> | Response> {
  const { who } = c.get('caller')
  const read = schema.safeParse(await jsonOf(c))
  if (!read.success) return c.json({ detail: firstComplaint(read.error) }, 400, NO_STORE)
  const by = who.name ?? read.data.by
  return by === undefined ? c.json({ detail: 'by must be your name' }, 400, NO_STORE) : { by, what: read.data }
}
