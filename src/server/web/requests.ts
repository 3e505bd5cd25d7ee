import type { Context } from 'hono'
import * as z from 'zod/mini'
import { ContractError } from '../../client/http/contract-api.ts'
import { firstComplaint } from '../../contract/complaint.ts'
import { downloadNamed } from './content-disposition.ts'

/** The parsed query string. Throws a 400 error that names the first problem. */
export function queryOf<Query>(c: Context, schema: z.core.$ZodType<Query>): Query {
  return parsed(c.req.query(), schema)
}

/** The parsed body. Throws a 400 error like `queryOf`. */
export async function bodyOf<Body>(c: Context, schema: z.core.$ZodType<Body>): Promise<Body> {
  return parsed(await jsonOf(c), schema)
}

function parsed<Value>(value: unknown, schema: z.core.$ZodType<Value>): Value {
  const read = z.safeParse(schema, value)
  if (!read.success) throw new ContractError('bad-request', firstComplaint(read.error))
  return read.data
}

/** The body as JSON; an empty one is an empty object. Throws a 400 error for invalid JSON. */
export async function jsonOf(c: Context): Promise<unknown> {
  const text = await c.req.text()
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text)
  } catch {
    throw new ContractError('bad-request', 'the body must be JSON')
  }
}

/** Refuses all methods except those, which are handled before. */
export function allowing(...methods: readonly string[]): (c: Context) => Response {
  const allow = methods.join(', ')
  return (c) => c.json({ detail: `method not allowed: use ${allow}` }, 405, { allow })
}

/** Refusal by a rate limit, with the delay in ms. */
export function tooMany(c: Context, why: string, waitMs: number): Response {
  const seconds = Math.ceil(waitMs / 1_000)
  return c.json({ detail: `${why}: try again in ${seconds} s` }, 429, { 'retry-after': String(seconds) })
}

export function csvFile(c: Context, text: string, name: string): Response {
  return c.body(text, 200, {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': downloadNamed(name),
  })
}
