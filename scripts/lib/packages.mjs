import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { note, outcome, output, Refusal, readJson, root, run } from './system.mjs'

/** The Node version pinned by package.json for all scripts, independent of the machine's. */
const NODE_MAJOR = 24
const PINNED = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')

/** Installs the packages if they are missing or differ from the lock file; returns the Node to use. */
export async function preparePackages() {
  await installWhereNeeded('.', 'Installing the packages (about a minute the first time).')
  return pinnedNode()
}

/** Installs the packages that only benchmarks need. */
export function prepareBenchPackages() {
  return installWhereNeeded('bench', 'Installing the packages of the benchmarks into bench/node_modules.')
}

async function installWhereNeeded(folder, message) {
  const [manifest, lock, installed] = ['package.json', 'package-lock.json', 'node_modules/.package-lock.json'].map(
    (name) => readJson(join(folder, name)),
  )
  if (packagesAreCurrent(manifest, lock, installed)) return
  note(message)
  await installPackages(folder, installArguments(manifest, lock))
}

/**
 * True if `installed`, npm's own record of node_modules, matches `lock`. Packages for other platforms are expected to
 * be absent.
 */
export function packagesAreCurrent(manifest, lock, installed) {
  if (!installed) return false
  if (!lock) return true
  if (!isLocked(manifest, lock)) return false
  return Object.entries(lock.packages ?? {}).every(([path, entry]) => {
    if (path === '' || entry.link) return true
    const have = installed.packages?.[path]
    return have ? have.version === entry.version : Boolean(entry.optional || entry.devOptional || entry.peer)
  })
}

/** True if the lock file matches the manifest. */
function isLocked(manifest, lock) {
  const wanted = lock?.packages?.[''] ?? {}
  return ['dependencies', 'devDependencies'].every(
    (kind) => JSON.stringify(manifest[kind] ?? {}) === JSON.stringify(wanted[kind] ?? {}),
  )
}

/** Arguments of npm: a lock file that matches the manifest stays unchanged, without additions for this platform. */
export function installArguments(manifest, lock) {
  // Development packages build the page, so they are needed wherever NODE_ENV would leave them out.
  const always = ['install', '--no-audit', '--no-fund', '--include=dev', '--loglevel=error']
  return isLocked(manifest, lock) ? [...always, '--no-save'] : always
}

async function installPackages(folder, args) {
  const code = await npm(args, join(root, folder))
  if (code !== 0) throw new Refusal('npm install failed: see its words above. Is there a way to the package registry?')
}

function npm(args, cwd = root) {
  const stdio = ['ignore', 2, 2] // one of our commands may use standard input and output
  return run(...npmCommand(args, { stdio, cwd }))
}

/** Under `npm start` the running npm is used; it may not be on the path. */
function npmCommand(args, options) {
  const { npm_execpath: cli, npm_node_execpath: node } = process.env
  if (cli?.endsWith('.js')) return [node ?? process.execPath, [cli, ...args], options]
  return ['npm', args, { ...options, shell: process.platform === 'win32' }]
}

/**
 * Verifies the registry's signatures of the installed packages; returns a text, and `good`: false if verification
 * failed, true if it is unavailable.
 */
export function checkSignatures() {
  // `npm run --silent` would suppress the error output.
  return signaturesVerdict(
    outcome(...npmCommand(['audit', 'signatures', '--fetch-retries=0', '--loglevel=error'], { timeout: 120_000 })),
  )
}

export function signaturesVerdict({ code, stdout, stderr }) {
  if (code === 0) return { good: true, words: stdout.trim() }
  // npm's messages about an unreachable registry or key server.
  const isUnanswered = code === null || /^npm error (network|code E(NOTFOUND|AI_AGAIN|CONN\w+|TIMEDOUT))/m.test(stderr)
  const unanswered = 'Package signatures not checked: the registry or its key server does not respond.'
  return isUnanswered ? { good: true, words: unanswered } : { good: false, words: `${stdout}\n${stderr}`.trim() }
}

async function pinnedNode() {
  if (runs(PINNED)) return PINNED
  // npm may be configured to skip install scripts, which this package requires.
  note(`Fetching Node ${NODE_MAJOR}, which the install left out.`)
  await npm(['rebuild', 'node', '--ignore-scripts=false'])
  if (runs(PINNED)) return PINNED
  if (Number(process.versions.node.split('.')[0]) >= NODE_MAJOR) {
    note(`Using Node ${process.versions.node} of this machine: installing the pinned version failed.`)
    return process.execPath
  }
  throw new Refusal(
    `Brontide needs Node ${NODE_MAJOR}; this is ${process.versions.node}, and npm could not install the pinned one.\n` +
      `Either install Node ${NODE_MAJOR} (https://nodejs.org), or let npm run install scripts and try again:\n` +
      '  npm rebuild node --ignore-scripts=false --foreground-scripts',
  )
}

function runs(node) {
  return existsSync(node) && (output(node, ['--version']) ?? '').startsWith(`v${NODE_MAJOR}.`)
}
