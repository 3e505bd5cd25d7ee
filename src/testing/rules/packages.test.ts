import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/** Installed packages have permissive licences, come from one registry, and run no install scripts. */

const ROOT = join(import.meta.dirname, '../../..')

interface Entry {
  license?: string
  dev?: boolean
  link?: boolean
  resolved?: string
  integrity?: string
  dependencies?: Record<string, string>
  hasInstallScript?: boolean
}

interface Manifest {
  name?: string
  license?: string | { type: string }
  dependencies?: Record<string, string>
  scripts?: Record<string, string>
}

const readJson = <T>(path: string) => JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as T
const lock = readJson<{ packages: Record<string, Entry> }>('package-lock.json').packages
const entries = Object.entries(lock).filter(([path]) => path !== '')
/** The installed packages: fewer than in the lock file, which includes other platforms. */
const installed = globSync(
  ['*/package.json', '@*/*/package.json'].flatMap((end) => [
    `node_modules/${end}`,
    `node_modules/**/node_modules/${end}`,
  ]),
  { cwd: ROOT },
)

/** They require attribution at most; MIT-0 (nodemailer) and the Unlicense (tweetnacl) not even that. A font of OFL is shipped as it is. */
const PERMISSIVE = [
  'MIT',
  'MIT-0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'Unlicense',
  'OFL-1.1',
]
/** Modified versions would have to be published: used for development only, unmodified. */
const OF_DEVELOPMENT = [...PERMISSIVE, 'MPL-2.0']
/** `node` fetches the program that everything runs on. */
const RUNS_WHILE_INSTALLED = ['node']
const INSTALL_SCRIPTS = ['preinstall', 'install', 'postinstall']

/** One of several that may be chosen from has to be allowed. */
function isAllowed(license: string | undefined, allowed: readonly string[]): boolean {
  return (license ?? '')
    .replace(/^\(|\)$/g, '')
    .split(' OR ')
    .some((each) => allowed.includes(each))
}

it('finds the packages', () => {
  expect(entries.length).toBeGreaterThan(100)
  expect(installed.length).toBeGreaterThan(100)
})

it('contains packages with permitted licences only, and ships permissive ones only', () => {
  const refused = entries.filter(([, { license, dev }]) => !isAllowed(license, dev ? OF_DEVELOPMENT : PERMISSIVE))
  expect(refused.map(([path, { license }]) => `${path}: ${license}`)).toEqual([])
})

it('has each licence as declared by the package itself', () => {
  const others = installed.flatMap((path) => {
    const entry = lock[path.slice(0, -'/package.json'.length)]
    const { license } = readJson<Manifest>(path)
    const said = typeof license === 'object' ? license.type : license
    return entry && said !== entry.license ? [`${path}: ${said}, and ${entry.license} in the lock file`] : []
  })
  expect(others).toEqual([])
})

it('has the dependencies that each package declares: `npm ci` refuses others', () => {
  const others = installed.flatMap((path) => {
    const entry = lock[path.slice(0, -'/package.json'.length)]
    const declared = readJson<Manifest>(path).dependencies ?? {}
    return Object.entries(entry?.dependencies ?? {})
      .filter(([name, range]) => declared[name] !== range)
      .map(([name, range]) => `${path}: ${name} ${declared[name]}, and ${range} in the lock file`)
  })
  expect(others).toEqual([])
})

it('lets only named packages run install scripts', () => {
  const locked = entries
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path]) => path.slice('node_modules/'.length))
  expect(locked).toEqual(RUNS_WHILE_INSTALLED)
  const { allowScripts } = readJson<{ allowScripts: Record<string, boolean> }>('package.json')
  expect(Object.keys(allowScripts)).toEqual(RUNS_WHILE_INSTALLED)

  const running = installed.filter((path) => {
    const { name = '', scripts = {} } = readJson<Manifest>(path)
    const isMeant = RUNS_WHILE_INSTALLED.includes(name)
    // Without an install script npm builds packages that have this file.
    const isBuilt = globSync(join(path, '../binding.gyp'), { cwd: ROOT }).length > 0
    return !isMeant && (isBuilt || INSTALL_SCRIPTS.some((script) => script in scripts))
  })
  expect(running).toEqual([])
})

it('has every package from the registry, with its checksum', () => {
  const HOST = 'https://registry.npmjs.org/'
  const stray = entries.filter(([, { link, resolved = HOST }]) => link || !resolved.startsWith(HOST))
  expect(stray).toEqual([])
  // A nested package is included in its parent's hash.
  expect(entries.filter(([, entry]) => !entry.integrity && !('inBundle' in entry)).map(([path]) => path)).toEqual([])
})
