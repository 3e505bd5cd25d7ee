import type { Context } from 'hono'
import * as z from 'zod/mini'
import { ContractError } from '../../client/http/contract-api.ts'
import { TOKEN_QUERY_PARAM } from '../../contract/auth.ts'
import { firstComplaint } from '../../contract/complaint.ts'
import { issueFault } from '../../core/problems/issue-fault.ts'
import { parseJson } from '../../core/problems/json-problem.ts'
import { type Fault, problemAt } from '../../core/problems/problem.ts'
import { problemText } from '../../core/problems/problem-text.ts'
import { textOfBytes } from '../../core/problems/text-of-bytes.ts'
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

/** The parsed body. Throws a 400 error that names the first problem, with the received value. */
export async function bodyOf<Body>(c: Context, schema: z.core.$ZodType<Body>): Promise<Body> {
  const body = await jsonOf(c)
  const read = z.safeParse(schema, body)
  if (read.success) return read.data
  const issue = read.error.issues[0]!
  if (issue.code === 'unrecognized_keys') throw new ContractError('bad-request', firstComplaint(read.error))
  const { fault, field, detail } = issueFault(issue, body)
  throw new ContractError('bad-request', problemText(problemAt(fault, { field: field ?? 'the body' }, detail)))
}

/** The body as JSON; an empty one is an empty object. Throws a 400 error for invalid JSON. */
export async function jsonOf(c: Context): Promise<unknown> {
  const text = await textOf(c)
  if (text.trim() === '') return {}
  const json = parseJson(text)
  if (!json.ok) throw refusedBody(json.fault)
  return json.value
}

/** The body as text. Throws a 400 error for other encodings than UTF-8, whose characters would be replaced. */
export async function textOf(c: Context): Promise<string> {
  const text = textOfBytes(new Uint8Array(await c.req.arrayBuffer()))
  if (!text.ok) throw refusedBody(text.fault)
  return text.text
}

function refusedBody(fault: Fault): ContractError {
  return new ContractError('bad-request', problemText(problemAt(fault, { field: 'the body' })))
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
