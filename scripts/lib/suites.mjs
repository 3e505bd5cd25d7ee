import {
  accessSync,
  constants,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { envWith, run } from './system.mjs'

/** Runs the tests of the parts; further arguments are Vitest's. */
export function runUnitTests(node, args = []) {
  return withReport(async (report, folder) => {
    const vitest = [join('node_modules', 'vitest', 'vitest.mjs'), 'run']
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    const code = await run(node, [...vitest, ...reporters, ...args], { env: envWith(node, { TMPDIR: folder }) })
    return countUnit(read(report), code)
  })
}

/** Runs the tests that take minutes or measure, one file at a time; further arguments are Vitest's. */
export function runLongTests(node, args = []) {
  return runUnitTests(node, ['--mode', 'long', ...args])
}

/**
 * Runs the browser tests; further arguments are Playwright's. With `long`, or a file name of a long test, runs the long
 * ones.
 */
export function runBrowserTests(node, chromium, args = [], long = args.some((arg) => arg.includes('.long.spec'))) {
  return withReport(async (report, folder) => {
    const playwright = [join('node_modules', '@playwright', 'test', 'cli.js'), 'test', '--config', 'e2e']
    const env = envWith(node, {
      CHROMIUM_PATH: chromium,
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
      TMPDIR: folder,
      ...(long && { LONG: '1' }),
    })
    const code = await run(node, [...playwright, '--reporter=list,json', ...args], { env })
    return countBrowser(read(report), code)
  })
}

/** Tests counted by Vitest, and the names of failed ones; an earlier failure counts as one. */
export function countUnit(report, code) {
  const names = (report?.testResults ?? []).flatMap(({ name, status, message, assertionResults = [] }) => {
    const file = relative(process.cwd(), name)
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (failed.length === 0) return status === 'failed' ? [`${file}: ${firstLine(message)}`] : []
    return failed.map(({ fullName, failureMessages = [] }) => `${file} › ${fullName}: ${firstLine(failureMessages[0])}`)
  })
  return settled({ passed: report?.numPassedTests ?? 0, failed: report?.numFailedTests ?? 0, names }, 'Vitest', code)
}

/** The same for Playwright; a test that passed when it was tried again has passed. */
export function countBrowser(report, code) {
  const { expected = 0, flaky = 0, unexpected = 0 } = report?.stats ?? {}
  const names = (report?.suites ?? []).flatMap(failedSpecs)
  return settled({ passed: expected + flaky, failed: unexpected, names }, 'Playwright', code)
}

function failedSpecs({ specs = [], suites = [] }) {
  const failed = specs.filter(({ ok }) => !ok).map((spec) => `${spec.file}:${spec.line} › ${spec.title}`)
  return [...failed, ...suites.flatMap(failedSpecs)]
}

function settled({ passed, failed, names }, tool, code) {
  const brokeOtherwise = failed === 0 && (code !== 0 || passed === 0)
  if (!brokeOtherwise) return { passed, failed, names }
  return {
    passed,
    failed: 1,
    names: [...names, `${tool} ended with code ${code} after ${passed} passed tests and no failed one`],
  }
}

function firstLine(text = '') {
  return text.split('\n', 1)[0]
}

/** Calls `body` with the path of its report, and the folder of that, which is for the suite's own files too. */
async function withReport(body) {
  const folder = temporaryFolder()
  try {
    return await body(join(folder, 'report.json'), folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const IN_MEMORY = '/dev/shm'
const ROOMY_BYTES = 4 * 2 ** 30

/** In memory where there is room and programs may run: a disk takes thrice as long for each of some thousand databases. */
function temporaryFolder() {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY)
    const folder = mkdtempSync(join(IN_MEMORY, 'brontide-tests-'))
    const program = join(folder, 'program')
    writeFileSync(program, '', { mode: 0o700 })
    accessSync(program, constants.X_OK)
    if (bavail * bsize >= ROOMY_BYTES) return folder
    rmSync(folder, { recursive: true })
  } catch {
    // There is no such folder here, or one without programs.
  }
  return mkdtempSync(join(tmpdir(), 'brontide-tests-'))
}

function read(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null
}
