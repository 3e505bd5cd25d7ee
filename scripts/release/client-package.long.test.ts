import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { runNode, startServerProcess, temporaryRoot } from '../../src/testing/server-process.ts'
import { makeClientPackage } from './client-package.ts'
import { ROOT, TOOL_ENV } from './stage.ts'

const PACKAGES = join(ROOT, 'node_modules')

function folder(path = mkdtempSync(join(tmpdir(), 'brontide-client-'))): string {
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

/** A program with only the npm package and its dependencies. */
function installExample(packed: string): string {
  const project = join(folder(), 'watch-box')
  cpSync(join(ROOT, 'examples', 'client'), project, { recursive: true })
  const needed = ['zod'].map((name) => join(PACKAGES, name))
  // From folders, offline: undeclared dependencies would not be found.
  const how = ['--offline', '--install-links', '--ignore-scripts', '--no-audit', '--no-fund', '--no-save', '--silent']
  execFileSync('npm', ['install', ...how, packed, ...needed], { cwd: project, env: TOOL_ENV, stdio: 'inherit' })
  return project
}

/** With a project's own stricter compiler settings. */
function checkTypes(project: string): void {
  mkdirSync(join(project, 'node_modules', '@types'))
  symlinkSync(join(PACKAGES, '@types', 'node'), join(project, 'node_modules', '@types', 'node'))
  const settings = { module: 'nodenext', strict: true, noEmit: true, skipLibCheck: false, types: ['node'] }
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions: settings, files: ['watch-box.ts'] }))
  const compiler = join(PACKAGES, 'typescript', 'bin', 'tsc')
  execFileSync(process.execPath, [compiler, '-p', project], { env: TOOL_ENV, stdio: 'inherit' })
}

it.skipIf(process.platform === 'win32')(
  'the package is installed by an external program, with its types, and reads strikes, reports and the past',
  async () => {
    const project = installExample(makeClientPackage({ out: folder(), version: '1.2.3' }))
    const installed = join(project, 'node_modules', '@brontide', 'client')
    const { version, license } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as typeof MANIFEST
    expect({ version, license }).toEqual(MANIFEST)
    expect(['LICENSE', 'NOTICE', 'README.md'].filter((file) => !existsSync(join(installed, file)))).toEqual([])
    checkTypes(project)

    const built = temporaryRoot()
    onTestFinished(() => rmSync(built, { recursive: true, force: true }))
    const server = startServerProcess(built, { LOG_LEVEL: 'fatal', SIMULATOR_STORM: 'outbreak' })
    onTestFinished(async () => {
      server.kill('SIGTERM')
      await server.ended
    })
    const program = runNode(join(project, 'watch-box.ts'), {}, { args: [await server.ready] })
    for (const line of [/VHHH \d{6}Z/, /^the line is live$/m, /^\d+ strikes in the ten minutes before/m])
      await program.heard(line)
    await program.heard(/^\d\d:\d\d:\d\d \d+ km from Hong Kong$/m)
    program.kill('SIGKILL')
    await program.ended
    expect(program.said.err).toBe('')
  },
)

const MANIFEST = { version: '1.2.3', license: 'MIT' }
