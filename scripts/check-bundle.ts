import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { z } from 'zod'

/**
 * Checks the size of the built page: `node scripts/check-bundle.ts [--page dist/page]`. Counts the scripts that must
 * load before the map shows: the entry and its static imports; MapLibre's worker, style sheets and dynamic imports are
 * listed separately.
 */
const INITIAL_MAX_BYTES = 420_000
/** Includes parsing and limits of external data, which the first strike needs. */
const OWN_MAX_BYTES = 71_500
const EMBED_MAX_BYTES = 2_000
/** Per feature; the rest of it is lazily loaded. */
const FEATURE_MAX_BYTES = 1_000
/** The page is opened for it, so that its layer is part of the first load. */
const MORE_BY_FEATURE: Record<string, number> = { lightning: 8_000 }

const manifestSchema = z.record(
  z.string(),
  z.looseObject({ file: z.string(), isEntry: z.boolean().optional(), imports: z.array(z.string()).default([]) }),
)
const sharesSchema = z.record(z.string(), z.object({ own: z.number(), features: z.record(z.string(), z.number()) }))

const { values } = parseArgs({
  options: { page: { type: 'string', default: join(import.meta.dirname, '..', 'dist', 'page') } },
})
const read = (path: string) => readFileSync(join(values.page, path))
const manifest = manifestSchema.parse(JSON.parse(read('.vite/manifest.json').toString()))
const shares = sharesSchema.parse(JSON.parse(read('.vite/shares.json').toString()))

const initial = new Set<string>()
// Separate entries: the service worker, and the script for other websites.
const APART = ['sw.js', 'embed.js']
for (const [key, chunk] of Object.entries(manifest)) if (chunk.isEntry && !APART.includes(chunk.file)) include(key)
function include(key: string) {
  if (initial.has(key)) return
  initial.add(key)
  for (const imported of manifest[key]?.imports ?? []) include(imported)
}

const rows = [...initial]
  .map((key) => manifest[key]!.file)
  .filter((file) => file.endsWith('.js'))
  .map((file) => {
    const gzip = gzipSync(read(file), { level: 9 }).length
    const { own = 1, features = {} } = shares[file] ?? {}
    return { file, gzip, own: gzip * own, features }
  })
  .sort((a, b) => b.gzip - a.gzip)
const byFeature: Record<string, number> = {}
for (const { gzip, features } of rows) {
  for (const [name, share] of Object.entries(features)) byFeature[name] = (byFeature[name] ?? 0) + gzip * share
}
const total = { file: 'all of it', gzip: sum('gzip'), own: sum('own') }

for (const { file, gzip, own } of [...rows, total]) print(file, kilobytes(gzip), kilobytes(own))
print('at most', kilobytes(INITIAL_MAX_BYTES), kilobytes(OWN_MAX_BYTES))
process.stdout.write('Of it, by feature:\n')
for (const [name, bytes] of Object.entries(byFeature).sort(([, a], [, b]) => b - a)) {
  const most = MORE_BY_FEATURE[name] ?? FEATURE_MAX_BYTES
  print(`  ${name}, at most ${kilobytes(most)}`, kilobytes(bytes), kilobytes(bytes))
  if (bytes > most) fail(`The initial load of ${name} is too large: load it on first use.`)
}

const embed = gzipSync(read('embed.js'), { level: 9 }).length
print('embed.js, for the pages of others', kilobytes(embed), kilobytes(embed))
if (embed > EMBED_MAX_BYTES) fail('embed.js is too large.')
if (rows.length === 0) fail('The manifest names no entry: is the page built?')
if (total.gzip > INITIAL_MAX_BYTES) fail('The initial script is too large.')
if (total.own > OWN_MAX_BYTES) fail('Our code in the initial script is too large: load panels and charts on first use.')

function sum(column: 'gzip' | 'own'): number {
  return rows.reduce((bytes, row) => bytes + row[column], 0)
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1_000).toFixed(1)} kB`
}

function print(name: string, gzip: string, own: string) {
  process.stdout.write(`${name.padEnd(44)} gzip ${gzip.padStart(9)}   ours ${own.padStart(9)}\n`)
}

function fail(message: string) {
  process.stderr.write(`${message}\n`)
  process.exitCode = 1
}
