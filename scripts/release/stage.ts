import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { SERVER_ENV, SERVER_FLAGS } from '../lib/server-flags.mjs'

/** Network settings for npm's registry. */
const NETWORK = [
  'NODE_EXTRA_CA_CERTS',
  'HTTPS_PROXY',
  'https_proxy',
  'HTTP_PROXY',
  'http_proxy',
  'NO_PROXY',
  'no_proxy',
]
/** Environment of tools that do not know our settings. */
export const TOOL_ENV: NodeJS.ProcessEnv = Object.fromEntries(
  ['PATH', 'HOME', ...NETWORK].flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
)

/** The folder that runs on a machine without Node and without a network: server, page, base maps, Node, packages. */

export const ROOT = join(import.meta.dirname, '../..')
const UNITS = ['locales', 'contract', 'core', 'client', 'server', 'simulator']
const DOCUMENTS = ['README.md', 'README.zh.md', 'CHANGELOG.md', 'SECURITY.md', 'LICENSE', 'NOTICE', 'docs', 'deploy']
const IS_TEST = /\.test\.tsx?$/

/**
 * The licence of the pinned Node and its built-in components: the package is not present with every installation
 * method.
 */
const NODE_LICENSE = join('docs', 'licences', 'Node.js.txt')

/** Programs in `bin`, by the file that they run. */
const PROGRAMS = {
  brontide: 'src/server/main.ts',
  'brontide-backup': 'src/server/backup/main.ts',
  'brontide-access-hash': 'scripts/access-hash.ts',
}

interface Manifest {
  name: string
  version: string
  license: string
  description: string
  dependencies?: Record<string, string>
}

const readManifest = (folder: string) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest

export const readVersion = () => readManifest(ROOT).version
/** The commit of the tree, marked if the tree has changes; null without git. */
export function readCommit(): string | null {
  const git = (...args: string[]) =>
    execFileSync('git', args, {
      cwd: ROOT,
      encoding: 'utf8',
      env: TOOL_ENV,
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  try {
    return git('rev-parse', 'HEAD').slice(0, 8) + (git('status', '--porcelain') === '' ? '' : '-changed')
  } catch {
    return null
  }
}

export const releaseName = (version: string) => `brontide-${version}-${process.platform}-${process.arch}`

/** Copies everything into an empty folder; page and base maps come from `dist`. */
export function stageRelease(of: { into: string; dist: string; version: string; commit?: string | null }): void {
  const { into, dist, version, commit = null } = of
  const copy = (path: string, from = ROOT) =>
    cpSync(join(from, path), join(into, path), { recursive: true, filter: (each) => !IS_TEST.test(each) })
  for (const unit of UNITS) copy(join('src', unit))
  copy('scripts/access-hash.ts')
  for (const path of DOCUMENTS) copy(path)
  for (const part of ['page', 'basemap']) cpSync(join(dist, part), join(into, 'dist', part), { recursive: true })
  const sources = sourcesIn(into)
  for (const file of new Set(sources.flatMap((text) => text.match(/(?<=')[./]+data\/[\w.-]+(?=')/g) ?? [])))
    copy(file.replace(/^[./]+/, ''))
  for (const path of packagesOf(sources)) copy(path)

  mkdirSync(join(into, 'node'))
  // The pinned one, which runs this.
  cpSync(process.execPath, join(into, 'node', 'node'))
  cpSync(join(ROOT, NODE_LICENSE), join(into, 'node', 'LICENSE'))
  const { name, license, description } = readManifest(ROOT)
  writeFileSync(
    join(into, 'package.json'),
    `${JSON.stringify({ name, version, ...(commit && { commit }), description, license, private: true, type: 'module' }, null, 2)}\n`,
  )
  mkdirSync(join(into, 'bin'))
  for (const [program, file] of Object.entries(PROGRAMS)) {
    const path = join(into, 'bin', program)
    writeFileSync(path, launcher(file, program === 'brontide' ? SERVER_FLAGS : SERVER_FLAGS.slice(0, 1)))
    chmodSync(path, 0o755)
  }
}

function launcher(file: string, flags: readonly string[]): string {
  const settings = Object.entries(SERVER_ENV)
    .map(([name, value]) => `${name}="\${${name}:-${value}}"`)
    .join(' ')
  return `#!/bin/sh
# Runs by the Node that lies beside it, wherever this folder is and from wherever it is called.
root=$(dirname "$(dirname "$(readlink -f "$0")")")
export ${settings}
exec "$root/node/node" ${flags.join(' ')} "$root/${file}" "$@"
`
}

function sourcesIn(folder: string): string[] {
  return globSync('src/**/*.ts', { cwd: folder }).map((path) => readFileSync(join(folder, path), 'utf8'))
}

/** The folders of all packages imported by the sources, and their dependencies. */
function packagesOf(sources: readonly string[]): string[] {
  const found = new Set<string>()
  /** Node looks in the folder itself, then in each above it. */
  function add(name: string, from: string): void {
    const folder = join(from, 'node_modules', name)
    const manifest = manifestAt(folder)
    if (!manifest) {
      if (from !== '.') add(name, dirname(from) === '.' ? '.' : dirname(from))
      return
    }
    if (found.has(folder)) return
    found.add(folder)
    for (const each of Object.keys(manifest.dependencies ?? {})) add(each, folder)
  }
  const specifiers = sources.flatMap((text) =>
    [...text.matchAll(/(?:from|import\() ?'([^.'][^']*)'/g)].map(([, each = '']) => each),
  )
  const names = specifiers.filter((each) => !each.startsWith('node:')).map(packageName)
  for (const name of new Set(names)) add(name, '.')
  // A nested package is copied with its parent.
  return [...found].filter((path) => path.lastIndexOf('node_modules') === 0)
}

function manifestAt(folder: string): Manifest | null {
  try {
    return readManifest(join(ROOT, folder))
  } catch {
    return null
  }
}

/** `@hono/node-server/serve-static` is of the package `@hono/node-server`. */
function packageName(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
}

/** One file of a staged folder; returns its path. */
export function makeTarball(stage: string, out: string, { packed }: { packed: boolean }): string {
  const file = join(out, `${basename(stage)}.tar${packed ? '.gz' : ''}`)
  const flags = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', packed ? '-czf' : '-cf']
  execFileSync('tar', ['-C', dirname(stage), ...flags, file, basename(stage)], { env: TOOL_ENV })
  return file
}
