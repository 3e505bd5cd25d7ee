import { globSync } from 'node:fs'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import type * as z from 'zod/mini'

/** Every text, list and map that a schema takes has a maximum: of the contract, of request bodies and of settings files. */

const ROOT = join(import.meta.dirname, '../..')
/** Server modules that export schemas of input by people and other services. */
const SETTINGS = [
  'server/layers/layers-file.ts',
  'server/settings/rules-file.ts',
  'server/watch/roles.ts',
  'server/watch/channels/kinds.ts',
  'server/watch/channels/channels-file.ts',
  'server/access/oidc.ts',
]
const files = [...globSync('contract/**/*.ts', { cwd: ROOT }).filter((path) => !path.endsWith('.test.ts')), ...SETTINGS]

type Schema = z.core.$ZodType
const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null && '_zod' in value

/** Schemas with a length and no maximum, by path. */
function unbounded(schema: Schema, path: string, seen = new Set<Schema>()): string[] {
  if (seen.has(schema)) return []
  seen.add(schema)
  const { def } = schema._zod
  const wrong = hasLength(def.type) && !isBounded(schema) ? [`${path}: ${def.type} without a maximum`] : []
  return [...wrong, ...partsOf(def).flatMap(([name, part]) => unbounded(part, name ? `${path}.${name}` : path, seen))]
}

const hasLength = (type: string) => ['string', 'array', 'record', 'map', 'set'].includes(type)

interface CheckDef {
  maximum?: unknown
  length?: unknown
  pattern?: unknown
  params?: { maximum?: unknown }
}

function isBounded(schema: Schema): boolean {
  const { checks = [] } = schema._zod.def as { checks?: { _zod: { def: CheckDef } }[] }
  return checks.some(({ _zod: { def } }) => {
    const most = def.maximum ?? def.length ?? def.params?.maximum
    return typeof most === 'number' || (def.pattern instanceof RegExp && hasFixedLength(def.pattern))
  })
}

/** Whether matching texts have a maximum length. */
function hasFixedLength({ source }: RegExp): boolean {
  const bare = source.replace(/\\./g, 'x').replace(/\[[^\]]*\]/g, 'x')
  if (/[*+]|\{\d+,\}/.test(bare)) return false
  let flat = bare
  for (let before = ''; flat !== before; flat = flat.replace(/\([^()]*\)/g, 'x')) before = flat
  return /^\^[^|]*\$$/.test(flat)
}

function partsOf(def: object): [string, Schema][] {
  return Object.entries(def).flatMap(([name, value]): [string, Schema][] => {
    if (isSchema(value)) return [[name === 'innerType' || name === 'in' || name === 'out' ? '' : name, value]]
    if (name === 'shape')
      return Object.entries(value as object).filter((entry): entry is [string, Schema] => isSchema(entry[1]))
    if (!Array.isArray(value)) return []
    return value.filter(isSchema).map((part, i): [string, Schema] => [String(i), part])
  })
}

/** The schemas exported by a module, with nested ones. */
function schemasIn(value: unknown, path: string, depth = 3): [string, Schema][] {
  if (isSchema(value)) return [[path, value]]
  if (typeof value !== 'object' || value === null || depth === 0) return []
  return Object.entries(value).flatMap(([name, inner]) => schemasIn(inner, `${path}.${name}`, depth - 1))
}

it.each(files)('%s takes no text or list of any length', async (file) => {
  const module: object = await import(pathToFileURL(join(ROOT, file)).href)
  const schemas = schemasIn({ ...module }, relative('.', file))
  if (SETTINGS.includes(file)) expect(schemas.length).toBeGreaterThan(0)
  expect(schemas.flatMap(([path, schema]) => unbounded(schema, path))).toEqual([])
})

it('finds schemas without a maximum', async () => {
  const { z } = await import('zod')
  const bad = z.looseObject({
    text: z.string().min(1),
    list: z.array(z.number()).optional(),
    map: z.record(z.string().max(3), z.enum(['a'])),
    code: z.string().regex(/^[A-Z]+$/),
    good: z.array(z.string().regex(/^[A-Z*]{4}$/)).max(3),
  })
  expect(unbounded(bad, 'bad')).toEqual([
    'bad.text: string without a maximum',
    'bad.list: array without a maximum',
    'bad.map: record without a maximum',
    'bad.code: string without a maximum',
  ])
})
