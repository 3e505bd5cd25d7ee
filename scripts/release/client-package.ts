import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, TOOL_ENV } from './stage.ts'

/** Source folders in the package: those without dependencies on server or page. */
const UNITS = ['contract', 'core', 'client']

interface Manifest {
  dependencies: Record<string, string>
  license: string
}

/** Builds `@brontide/client` from the sources, as modules with types, packed by npm into `out`; returns its path. */
export function makeClientPackage({ out, version }: { out: string; version: string }): string {
  const stage = join(out, 'client')
  rmSync(stage, { recursive: true, force: true })
  mkdirSync(stage, { recursive: true })
  compile(stage)
  for (const file of globSync('**/*.d.ts', { cwd: stage })) nameModules(join(stage, file))
  for (const file of ['LICENSE', 'NOTICE']) cpSync(join(ROOT, file), join(stage, file))
  cpSync(join(ROOT, 'docs', 'client.md'), join(stage, 'README.md'))
  writeFileSync(join(stage, 'package.json'), `${JSON.stringify(manifest(stage, version), null, 2)}\n`)
  const packed = execFileSync('npm', ['pack', '--silent', '--pack-destination', out], {
    cwd: stage,
    env: TOOL_ENV,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  rmSync(stage, { recursive: true })
  return join(out, packed.trim())
}

/** Without the types of Node and the browser: only APIs of both are used. */
function compile(stage: string): void {
  const settings = {
    extends: join(ROOT, 'tsconfig.json'),
    compilerOptions: {
      noEmit: false,
      declaration: true,
      rewriteRelativeImportExtensions: true,
      types: [],
      rootDir: ROOT,
      outDir: stage,
    },
    include: UNITS.map((unit) => join(ROOT, 'src', unit)),
    exclude: [join(ROOT, 'src/**/*.test.ts')],
  }
  const file = join(stage, 'tsconfig.json')
  writeFileSync(file, JSON.stringify(settings))
  const compiler = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc')
  execFileSync(process.execPath, [compiler, '-p', file], { env: TOOL_ENV, stdio: ['ignore', 'inherit', 'inherit'] })
  rmSync(file)
}

/** The compiler leaves types with the names of the sources, which are not in the package. */
function nameModules(file: string): void {
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, text.replace(/((?:from |import\()['"]\.[^'"]*)\.ts(?=['"])/g, '$1.js'))
}

function manifest(stage: string, version: string): object {
  const { dependencies, license } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Manifest
  const text = globSync('src/**/*.js', { cwd: stage })
    .map((file) => readFileSync(join(stage, file), 'utf8'))
    .join('\n')
  const used = Object.entries(dependencies).filter(([name]) => new RegExp(`from ['"]${name}(/[^'"]+)?['"]`).test(text))
  const face = './src/client/brontide-client'
  return {
    name: '@brontide/client',
    version,
    description: 'Live strikes and airport reports of a Brontide, joined without gaps; its wire contract; its core.',
    license,
    type: 'module',
    sideEffects: false,
    // Versions whose WebSocket supports headers.
    engines: { node: '>=22' },
    exports: {
      '.': { types: `${face}.d.ts`, default: `${face}.js` },
      ...Object.fromEntries(
        UNITS.map((unit) => [`./${unit}/*`, { types: `./src/${unit}/*.d.ts`, default: `./src/${unit}/*.js` }]),
      ),
      './package.json': './package.json',
    },
    files: ['src', 'data', 'NOTICE'],
    // The same major versions as pinned here.
    dependencies: Object.fromEntries(used.map(([name, pinned]) => [name, `^${pinned.replace(/^\^/, '')}`])),
  }
}
