import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix, relative, sep } from 'node:path'
import { expect, it } from 'vitest'

/** Who may import whom: `contract → core → client → shell → features → app`, and `contract → core → client → server`. */

interface Rule {
  /** Folders under `src`. */
  folders: string[]
  /** Packages; `node:` stands for all of Node's own. */
  packages: string[]
  /** Packages of which only types may be used. */
  types?: string[]
}

const RULES: Record<string, Rule> = {
  contract: { folders: [], packages: ['zod'] },
  core: { folders: ['contract'], packages: ['geokdbush', 'kdbush', 'metar-taf-parser', 'suncalc'] },
  client: { folders: ['contract', 'core'], packages: [] },
  server: {
    folders: ['contract', 'core', 'client'],
    packages: ['node:', '@hono/node-server', 'hono', 'jose', 'lru-cache', 'pino', 'prom-client', 'ws', 'zod'],
  },
  worker: { folders: [], packages: [] },
  ui: { folders: [], packages: ['lucide-react', 'radix-ui', 'react', 'react-dom', 'sonner', 'uplot'] },
  shell: {
    folders: ['contract', 'core', 'client', 'ui'],
    packages: [
      '@vis.gl/react-maplibre',
      'cmdk',
      'i18next',
      'lucide-react',
      'maplibre-gl',
      'radix-ui',
      'react',
      'react-dom',
      'react-i18next',
      'sonner',
      'zustand',
    ],
    types: ['geojson'],
  },
  features: {
    folders: ['contract', 'core', 'client', 'shell', 'ui'],
    packages: [
      '@tanstack/react-query',
      '@tanstack/react-table',
      '@tanstack/react-virtual',
      '@vis.gl/react-maplibre',
      'lucide-react',
      'react',
      'react-i18next',
      'zustand',
    ],
    // The raw map stays with the shell.
    types: ['geojson', 'i18next', 'maplibre-gl'],
  },
  app: {
    folders: ['contract', 'core', 'client', 'shell', 'ui', 'features'],
    packages: ['@tanstack/react-query', 'i18next', 'react', 'react-dom', 'react-i18next', 'zod'],
  },
}

const REMEDIES: Record<string, string> = {
  features:
    'what two features share belongs in core (pure logic), shell (the map, the selection) or ui (parts without data); else let them meet in app',
  server: 'what both halves need belongs in contract (the wire), core (pure logic) or client (access to a server)',
  testing: 'fakes and builders are for tests: what the product needs belongs in core or beside its user',
  app: 'only app knows the whole: pass it in from there, or move it down to shell',
  shell: 'what a lower folder needs belongs in core (pure logic) or ui (parts without data)',
  client: 'what a lower folder needs belongs in contract (the wire) or core (pure logic)',
  core: 'what the wire needs belongs in contract',
  ui: 'ui holds parts without data: pass the data in, or keep the part in shell or its feature',
  contract: 'ui holds parts without data: pass the data in',
}

interface Import {
  line: number
  specifier: string
  typeOnly: boolean
}

const IMPORT = /(?:^|[\s;}])(?:from|import)\s*\(?\s*(['"])([^'"\n]+)\1/g

function importsOf(text: string): Import[] {
  const code = text.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, (comment) => comment.replace(/[^\n]/g, ' '))
  return [...code.matchAll(IMPORT)].map((match) => {
    const before = code.slice(0, match.index)
    const statement = before.slice(Math.max(before.lastIndexOf('import'), before.lastIndexOf('export')))
    return {
      line: code.slice(0, match.index + match[0].length).split('\n').length,
      specifier: match[2]!,
      typeOnly: /\bfrom\b/.test(match[0]) && /^(import|export)\s+type\b/.test(statement),
    }
  })
}

/** `features/fires` for a file of a feature, else the first folder under `src`. */
function unitOf(path: string): string {
  const [first = '', second = ''] = path.split('/')
  return first === 'features' ? `${first}/${second}` : first
}

/** What is wrong with the imports of one file, path and text given, one line for each stray one. */
function strayImports(path: string, text: string): string[] {
  const unit = unitOf(path)
  const folder = unit.split('/')[0]!
  if (folder === 'testing') return []
  const rule = RULES[folder]
  if (!rule) return [`src/${path}: no rule for src/${folder}: add it to src/imports.test.ts`]
  const isTest = /\.test\.tsx?$/.test(path)

  return importsOf(text).flatMap(({ line, specifier, typeOnly }) => {
    const at = `src/${path}:${line} imports ${specifier}`
    if (!specifier.startsWith('.')) {
      const allowed = [...rule.packages, ...((typeOnly && rule.types) || [])]
      if (isTest || allowed.some((name) => belongsTo(specifier, name))) return []
      if (rule.types?.some((name) => belongsTo(specifier, name))) return [`${at}: ${folder} uses only types of it`]
      return [`${at}: ${folder} uses ${rule.packages.join(', ') || 'no packages'} alone`]
    }
    const target = posix.join(posix.dirname(path), specifier.replace(/\?.*$/, ''))
    // Above src lie data files, which are content, not code.
    if (target.startsWith('..')) return target.endsWith('.json') ? [] : [`${at}: outside src only data is imported`]
    const targetUnit = unitOf(target)
    const targetFolder = targetUnit.split('/')[0]!
    if (targetUnit === unit || (isTest && targetFolder === 'testing')) return []
    if (targetFolder !== folder && rule.folders.includes(targetFolder)) return []
    return [`${at}: ${unit} may not import ${targetUnit}; ${REMEDIES[targetFolder] ?? 'it is none of the folders'}`]
  })
}

function belongsTo(specifier: string, name: string): boolean {
  return name.endsWith(':') ? specifier.startsWith(name) : specifier === name || specifier.startsWith(`${name}/`)
}

const src = import.meta.dirname

function sourceFiles(): string[] {
  return readdirSync(src, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(src, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => dirname(path) !== '.')
}

it('finds every import in its allowed direction', () => {
  expect(sourceFiles().flatMap((path) => strayImports(path, readFileSync(join(src, path), 'utf8')))).toEqual([])
})

it('finds that each feature shows one face', () => {
  const features = join(src, 'features')
  const faceless = existsSync(features)
    ? readdirSync(features).filter((name) => !existsSync(join(features, name, 'index.ts')))
    : []
  expect(faceless).toEqual([])
})

it('lets nothing into a feature from another but through app', () => {
  expect(strayImports('features/fires/fire-layer.tsx', `import { x } from '../airports/index.ts'`)).toEqual([
    `src/features/fires/fire-layer.tsx:1 imports ../airports/index.ts: features/fires may not import features/airports; ${REMEDIES.features}`,
  ])
  expect(strayImports('features/fires/a.ts', `import { b } from './b.ts'`)).toEqual([])
  expect(strayImports('app/overlays.ts', `import { fires } from '../features/fires/index.ts'`)).toEqual([])
})

it.each([
  ['core/a.ts', `import { z } from 'zod'`],
  ['core/a.ts', `import type { Api } from '../client/api.ts'`],
  ['client/a.ts', `import { readFile } from 'node:fs'`],
  ['server/a.ts', `import { useState } from 'react'`],
  ['ui/a.tsx', `import { geo } from '../core/geo.ts'`],
  ['shell/a.ts', `export { fires } from '../features/fires/index.ts'`],
  ['app/a.ts', `const start = await import('../server/main.ts')`],
  ['server/a.ts', `import { createFakeClock } from '../testing/fake-clock.ts'`],
  ['contract/a.ts', `\nimport {\n  b,\n} from '../core/b.ts'`],
  ['features/fires/a.ts', `import { Map } from 'maplibre-gl'`],
  ['core/a.ts', `import '../ui/base.css'`],
  ['core/a.ts', `import { x } from '../../scripts/x.ts'`],
])('notices a stray import in %s', (path, text) => {
  expect(strayImports(path, text)).toHaveLength(1)
})

it('lets tests use the testing folder and any package, and comments say what they like', () => {
  expect(strayImports('core/a.test.ts', `import { f } from '../testing/f.ts'\nimport 'node:fs'`)).toEqual([])
  expect(strayImports('core/a.ts', `// import x from '../app/main.tsx'\n/* from '../app/x.ts' */`)).toEqual([])
  expect(strayImports('server/a.ts', `import cn from '../../data/airports-cn.json' with { type: 'json' }`)).toEqual([])
})

it('lets a feature name the types of the map, which stays with the shell', () => {
  expect(strayImports('features/fires/a.ts', `import 'react'\nimport type {\n  Map,\n} from 'maplibre-gl'`)).toEqual([])
})

it('names the line', () => {
  expect(strayImports('core/a.ts', `// one\n\nimport {\n  z,\n} from 'zod'`)[0]).toContain(
    'src/core/a.ts:5 imports zod',
  )
})
