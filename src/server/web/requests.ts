import type { Context } from 'hono'
import * as z from 'zod/mini'
import { ContractError } from '../../client/http/contract-api.ts'
import { TOKEN_QUERY_PARAM } from '../../contract/auth.ts'
import { firstComplaint } from '../../contract/complaint.ts'
import { downloadNamed } from './content-disposition.ts'

const SHOWN_CHARS = 100

/**
 * The parsed query string. Throws a 400 error that names the first problem. A misspelt name, and all values of a repeated
 * one but the first, would count as left out; a period that ends before it begins would find nothing.
 */
export function queryOf<Schema extends z.core.$ZodObject>(c: Context, schema: Schema): z.output<Schema> {
  const allowed = [...Object.keys(schema._zod.def.shape), TOKEN_QUERY_PARAM]
  for (const [name, { length }] of Object.entries(c.req.queries())) {
    const shown = name.slice(0, SHOWN_CHARS)
    if (!allowed.includes(name))
      throw new ContractError('bad-request', `unknown parameter ${shown}: allowed are ${allowed.join(', ')}`)
    if (length > 1) throw new ContractError('bad-request', `${shown} must be given once, got ${length} times`)
  }
  const query = contractQueryOf(c, schema)
  const { from, to } = query as { from?: unknown; to?: unknown }
  if (typeof from === 'number' && typeof to === 'number' && from >= to)
    throw new ContractError(
      'bad-request',
      `to must be after from, got from=${c.req.query('from')} and to=${c.req.query('to')}`,
    )
  return query
}

/** Like `queryOf`, but unknown parameters are ignored: programs for the weather service may send them. */
export function contractQueryOf<Schema extends z.core.$ZodObject>(c: Context, schema: Schema): z.output<Schema> {
  const query = c.req.query()
  const read = z.safeParse(schema, query)
  if (read.success) return read.data
  const value = query[String(read.error.issues[0]?.path[0])]
  const received = value === undefined ? '' : `, got ${value.slice(0, SHOWN_CHARS) || 'nothing'}`
  throw new ContractError('bad-request', `${firstComplaint(read.error)}${received}`)
}

/** The parsed body. Throws a 400 error that names the first problem. */
export async function bodyOf<Body>(c: Context, schema: z.core.$ZodType<Body>): Promise<Body> {
  const read = z.safeParse(schema, await jsonOf(c))
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
