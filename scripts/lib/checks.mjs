import { join } from 'node:path'
import { build } from './builds.mjs'
import { checkSignatures } from './packages.mjs'
import { envWith, run, say } from './system.mjs'
import { TYPES_FOUND } from './types-found.mjs'

const module = (...path) => join('node_modules', ...path)

/** Static checks, each with its arguments of the pinned Node. */
const CHECKS = {
  types: [
    module('typescript', 'bin', 'tsc'),
    '-p',
    '.',
    '--checkers',
    '2',
    '--incremental',
    '--tsBuildInfoFile',
    TYPES_FOUND,
  ],
  lint: [module('@biomejs', 'biome', 'bin', 'biome'), 'check', '--error-on-warnings', '.'],
  // Unused files, exports and packages; then those used by tests only.
  unused: [module('knip', 'bin', 'knip.js'), '--no-progress'],
  dead: [module('knip', 'bin', 'knip.js'), '--no-progress', '--production'],
  imports: [module('vitest', 'vitest.mjs'), 'run', join('src', 'testing', 'rules', 'imports.test.ts')],
  bundle: [join('scripts', 'check-bundle.ts')],
  signatures: null,
}

/** Runs the named checks, or all; later checks run after failures too. */
export async function runChecks(node, names = Object.keys(CHECKS)) {
  const sum = { passed: 0, failed: 0, names: [] }
  for (const name of names) {
    say(`Checking: ${name}.`)
    if (await check(node, name)) sum.passed++
    else {
      sum.failed++
      sum.names.push(`check: ${name}`)
      say(`The check failed: ${name}.`)
    }
  }
  return sum
}

async function check(node, name) {
  try {
    if (name === 'signatures') return checkThatPackagesAreSigned()
    if (name === 'bundle') await build('page', node)
    return (await run(node, CHECKS[name], { env: envWith(node) })) === 0
  } catch (error) {
    say(error.message)
    return false
  }
}

function checkThatPackagesAreSigned() {
  const { good, words } = checkSignatures()
  say(words)
  return good
}
