import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import {
  circlesOf,
  filesOf,
  folderSizes,
  importsOf,
  isInstalled,
  isOfTests,
  readGraph,
  readSource,
  resolveFrom,
  SRC,
} from './import-graph.ts'

/**
 * Permitted imports: `locales → contract → core → client → server`, and the same up to `client → page`; folders of the page
 * and of the server are ordered, and a file may import from lower folders. The simulator is a data source of the server.
 */

interface Rule {
  /** Other units: folders under `src`, or rooms of the page. */
  units: string[]
  /** Packages; `node:` stands for all built-in modules. */
  packages: string[]
  /** Packages of which only types may be imported. */
  types?: string[]
}

/** Below every room of the page that knows data. */
const BELOW = ['locales', 'contract', 'core', 'client']

/** The rooms of the page from the ground up. */
const ROOMS: [name: string, packages: string[], types?: string[]][] = [
  ['page/ui', ['lucide-react', 'radix-ui', 'react', 'react-dom', 'uplot']],
  ['page/input', ['react']],
  ['page/state', ['react', 'zustand']],
  ['page/i18n', ['i18next', 'react', 'react-i18next']],
  ['page/live', ['@tanstack/react-query', 'react', 'zustand']],
  [
    'page/map',
    ['@fontsource-variable/noto-sans-sc', '@vis.gl/react-maplibre', 'maplibre-gl', 'react', 'react-i18next', 'zustand'],
    ['geojson'],
  ],
  ['page/airport', ['react', 'react-i18next'], ['i18next']],
  ['page/desk', ['cmdk', 'lucide-react', 'radix-ui', 'react', 'react-i18next', 'zustand'], ['i18next', 'maplibre-gl']],
  ['page/wall', ['react', 'react-i18next', 'zustand'], ['i18next', 'maplibre-gl']],
  [
    'page/features',
    [
      '@tanstack/react-query',
      '@tanstack/react-virtual',
      '@vis.gl/react-maplibre',
      'gifenc',
      'lucide-react',
      'mp4-muxer',
      'react',
      'react-i18next',
      'zod/mini', // for routes of a hazard on the server
      'zustand',
    ],
    // The raw map stays in its room.
    ['geojson', 'i18next', 'maplibre-gl'],
  ],
  [
    'page/app',
    [
      '@fontsource-variable/inter',
      '@tanstack/react-query',
      'i18next',
      'react',
      'react-dom',
      'react-i18next',
      'zod/mini',
    ],
  ],
]

/** The rooms of the server from the ground up, with the simulator: its data source, and its program. */
const SERVER_ROOMS = [
  'server/event-loop',
  'server/settings',
  'server/web',
  'server/history',
  'server/sources',
  'simulator/source',
  'server/contract',
  'server/description',
  'server/access',
  'server/places',
  'server/hazards',
  'server/layers',
  'server/accumulations',
  'server/nowcast',
  'server/verification',
  'server/ogc',
  'server/watch',
  'server/config',
  'server/cluster',
  'simulator/program',
  'server/backup',
  'server/metrics',
  'server/http',
]

const SERVER_PACKAGES = [
  'node:',
  '@hono/node-server',
  '@nats-io/jetstream',
  '@mapbox/vector-tile',
  '@nats-io/transport-node',
  'hono',
  'jose',
  'd3-contour',
  'lru-cache',
  'mqtt',
  'nodemailer',
  'pbf',
  'pino',
  'prom-client',
  'undici',
  'ws',
  'zod',
]

const RULES: Record<string, Rule> = {
  locales: { units: [], packages: [] },
  contract: { units: ['locales'], packages: ['zod/mini'] },
  core: { units: ['locales', 'contract'], packages: [] },
  client: { units: ['locales', 'contract', 'core'], packages: [] },
  server: { units: [...BELOW, ...SERVER_ROOMS], packages: SERVER_PACKAGES },
  ...Object.fromEntries(
    SERVER_ROOMS.map((name, floor) => [
      name,
      { units: [...BELOW, ...SERVER_ROOMS.slice(0, floor)], packages: SERVER_PACKAGES },
    ]),
  ),
  'simulator/source': {
    units: [...BELOW, 'server/settings', 'server/sources'],
    packages: ['node:', 'lru-cache', 'zod'],
  },
  simulator: { units: [...BELOW, ...SERVER_ROOMS], packages: SERVER_PACKAGES },
  'page/worker': { units: [], packages: [] },
  'page/embed': { units: [], packages: [] },
  ...Object.fromEntries(
    ROOMS.map(([name, packages, types], floor) => [
      name,
      {
        units: name === 'page/ui' ? [] : [...BELOW, ...ROOMS.slice(0, floor).map(([lower]) => lower)],
        packages,
        ...(types && { types }),
      },
    ]),
  ),
}

const REMEDIES: Record<string, string> = {
  'page/features':
    'what two features share belongs in core (pure logic), page/live (data), page/map or page/ui; else let them meet in page/app',
  server: 'what both halves need belongs in contract (the wire), core (pure logic) or client (access to a server)',
  testing: 'fakes and builders are for tests: what the product needs belongs in core or beside its user',
  'page/app': 'only page/app knows the whole: pass it in from there, or move it down',
  client: 'what a lower folder needs belongs in contract (the wire) or core (pure logic)',
  core: 'what the wire needs belongs in contract',
  contract: 'page/ui holds parts without data: pass the data in',
}

/**
 * `page/features/fires` for a file of a feature, `page/map` or `server/web` for one of another folder of page, server or simulator,
 * else the first folder under `src`.
 */
function unitOf(path: string): string {
  const folders = dirname(path).split('/')
  const hasRooms = ['page', 'server', 'simulator'].includes(folders[0]!)
  return folders.slice(0, folders[1] === 'features' ? 3 : hasRooms ? 2 : 1).join('/')
}

const ruleOf = (unit: string) => unit.replace(/^page\/features\/.*/, 'page/features')

/** The forbidden imports of a file, one line each. */
function strayImports(path: string, text: string): string[] {
  const unit = unitOf(path)
  if (unit === 'testing') return []
  const rule = RULES[ruleOf(unit)]
  if (!rule) return [`src/${path}: no rule for src/${unit}: add it to src/testing/rules/imports.test.ts`]
  const isTest = isOfTests(path)

  return importsOf(text).flatMap(({ line, specifier, typeOnly }) => {
    const at = `src/${path}:${line} imports ${specifier}`
    if (!specifier.startsWith('.')) {
      const allowed = [...rule.packages, ...((typeOnly && rule.types) || [])]
      if (isTest || allowed.some((name) => belongsTo(specifier, name))) return []
      if (rule.types?.some((name) => belongsTo(specifier, name))) return [`${at}: ${unit} uses only types of it`]
      return [`${at}: ${unit} uses ${rule.packages.join(', ') || 'no packages'} alone`]
    }
    const target = resolveFrom(path, specifier)
    // Above src lie data files, which are content, not code.
    if (target.startsWith('..')) return target.endsWith('.json') ? [] : [`${at}: outside src only data is imported`]
    const targetUnit = unitOf(target)
    if (targetUnit === unit || (isTest && targetUnit === 'testing')) return []
    // Tests of the server and the simulator may start the whole of it.
    if (isTest && /^(server|simulator)/.test(unit) && /^(server|simulator)/.test(targetUnit)) return []
    if (ruleOf(targetUnit) !== ruleOf(unit) && rule.units.includes(ruleOf(targetUnit))) return []
    const remedy = REMEDIES[ruleOf(targetUnit)] ?? 'what a lower room needs belongs in it, or below it'
    return [`${at}: ${unit} may not import ${targetUnit}; ${remedy}`]
  })
}

function belongsTo(specifier: string, name: string): boolean {
  return name.endsWith(':') ? specifier.startsWith(name) : specifier === name || specifier.startsWith(`${name}/`)
}

const modules = filesOf(/\.tsx?$/)

it('finds every import in its allowed direction', () => {
  expect(modules.flatMap((path) => strayImports(path, readSource(path)))).toEqual([])
})

it.each([
  ['runtime', false],
  ['types', true],
])('finds no circle of modules that import each other: %s', (_name, types) => {
  const product = modules.filter((path) => !isOfTests(path))
  expect(circlesOf(readGraph(product, { types }))).toEqual([])
})

it('detects a cycle, and lists its modules', () => {
  const graph = new Map([
    ['a.ts', new Set(['b.ts'])],
    ['b.ts', new Set(['c.ts', 'd.ts'])],
    ['c.ts', new Set(['a.ts'])],
    ['d.ts', new Set<string>()],
  ])
  expect(circlesOf(graph)).toEqual([['a.ts', 'b.ts', 'c.ts']])
})

it('finds no folder in which one gets lost', () => {
  const crowded = [...folderSizes()].filter(([, files]) => files > 25)
  expect(crowded).toEqual([])
  expect(folderSizes().size).toBeGreaterThan(40)
})

it('names no package that is not installed', () => {
  const named = Object.values(RULES).flatMap(({ packages, types = [] }) => [...packages, ...types])
  // `geojson` has types alone.
  const missing = named.filter((name) => !isInstalled(name) && !isInstalled(`@types/${name}`))
  expect(missing).toEqual([])
})

it('finds that each feature shows one face', () => {
  const features = join(SRC, 'page/features')
  const faceless = readdirSync(features).filter((name) => !existsSync(join(features, name, 'index.ts')))
  expect(faceless).toEqual([])
})

it('imports nothing into a feature from another except through app', () => {
  expect(strayImports('page/features/fires/fire-layer.tsx', `import { x } from '../airports/index.ts'`)).toEqual([
    `src/page/features/fires/fire-layer.tsx:1 imports ../airports/index.ts: page/features/fires may not import page/features/airports; ${REMEDIES['page/features']}`,
  ])
  expect(strayImports('page/features/fires/layer/a.ts', `import { b } from '../panel/b.ts'`)).toEqual([])
  expect(strayImports('page/app/overlays.ts', `import { fires } from '../features/fires/index.ts'`)).toEqual([])
})

it.each([
  ['core/a.ts', `import { z } from 'zod'`],
  ['contract/a.ts', `import { z } from 'zod'`],
  ['core/geo/a.ts', `import type { Api } from '../../client/api.ts'`],
  ['client/a.ts', `import { readFile } from 'node:fs'`],
  ['server/a.ts', `import { useState } from 'react'`],
  ['page/ui/a.tsx', `import { geo } from '../../core/geo/geo.ts'`],
  ['page/map/a.ts', `export { fires } from '../features/fires/index.ts'`],
  ['page/live/a.ts', `import { words } from '../airport/words.ts'`],
  ['page/state/a.ts', `import type { Overlay } from '../live/overlay.ts'`],
  ['server/web/a.ts', `import type { Config } from '../config/config.ts'`],
  ['server/history/a.ts', `import { readConfig } from '../run.ts'`],
  ['simulator/source/a.ts', `import { createContractServer } from '../../server/contract/contract-server.ts'`],
  ['server/config/a.ts', `import { createFaults } from '../../simulator/program/faults.ts'`],
  ['page/app/a.ts', `const start = await import('../../server/main.ts')`],
  ['server/a.ts', `import { createFakeClock } from '../testing/fake-clock.ts'`],
  ['contract/a.ts', `\nimport {\n  b,\n} from '../core/b.ts'`],
  ['page/features/fires/a.ts', `import { Map } from 'maplibre-gl'`],
  ['core/a.ts', `import '../page/ui/styles/base.css'`],
  ['core/a.ts', `import { x } from '../../scripts/x.ts'`],
])('notices a stray import in %s', (path, text) => {
  expect(strayImports(path, text)).toHaveLength(1)
})

it('permits tests the testing folder and any package, and ignores comments', () => {
  expect(strayImports('core/a.test.ts', `import { f } from '../testing/f.ts'\nimport 'node:fs'`)).toEqual([])
  expect(strayImports('core/a.ts', `// import x from '../app/main.tsx'\n/* from '../app/x.ts' */`)).toEqual([])
  expect(strayImports('server/a.ts', `import cn from '../../data/airports-cn.json' with { type: 'json' }`)).toEqual([])
})

it('lets a feature use the types of the map, which stays in its folder', () => {
  expect(
    strayImports('page/features/fires/a.ts', `import 'react'\nimport type {\n  Map,\n} from 'maplibre-gl'`),
  ).toEqual([])
})

it('names the line', () => {
  expect(strayImports('core/a.ts', `// one\n\nimport {\n  z,\n} from 'zod'`)[0]).toContain(
    'src/core/a.ts:5 imports zod',
  )
})
