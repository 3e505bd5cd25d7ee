import { build } from './lib/builds.mjs'
import { runChecks } from './lib/checks.mjs'
import { prepareChromium } from './lib/chromium.mjs'
import { preparePackages } from './lib/packages.mjs'
import { runBrowserTests, runLongTests, runUnitTests } from './lib/suites.mjs'
import { main, Refusal, say } from './lib/system.mjs'
import { prepareTestPrograms } from './lib/test-programs.mjs'

// npm test: everything. npm test -- check, unit or e2e: that part, with further arguments for its own tool. npm test --
// --quick: all except browser and build. npm test -- long: slow tests, which "everything" excludes; attack: the attacks
// among them.
/** Number of failed tests repeated above the last line: their output may be thousands of lines above. */
const FAILED_NAMED_AT_MOST = 30
const PARTS = ['check', 'unit', 'e2e', 'long', 'attack']

await main(async () => {
  const [first = 'all', ...rest] = process.argv.slice(2)
  const quick = first === '--quick'
  if (!quick && first !== 'all' && !PARTS.includes(first)) {
    throw new Refusal(`npm test: unknown argument "${first}"; allowed are --quick, ${PARTS.join(', ')}.`)
  }
  const wants = (part) => first === part || first === 'all' || (quick && part !== 'e2e')

  const node = await preparePackages()
  if (wants('unit') || first === 'long') await prepareTestPrograms({ long: first === 'long' })
  const sums = []
  // Most checks leave a core idle: what only journeys need is prepared in parallel; they report its failures.
  const prepared = first === 'all' ? Promise.allSettled([build('basemap', node), prepareChromium(node)]) : null
  // The unit tests include the test of import directions.
  if (wants('check')) sums.push(await runChecks(node, ['types', 'lint', 'unused', ...(quick ? [] : ['bundle'])]))
  if (wants('unit')) sums.push(await runUnitTests(node, first === 'unit' ? rest : []))
  await prepared
  if (wants('e2e')) sums.push(await browserTests(node, first === 'e2e' ? rest : []))
  if (first === 'long' || first === 'attack') sums.push(await longTests(node, first, rest))
  if (first === 'long' && rest.length === 0) sums.push(await browserTests(node, [], true))

  const passed = sums.reduce((sum, part) => sum + part.passed, 0)
  const failed = sums.reduce((sum, part) => sum + part.failed, 0)
  for (const name of sums.flatMap((part) => part.names).slice(0, FAILED_NAMED_AT_MOST)) say(`Failed: ${name}`)
  say(`${passed} passed, ${failed} failed`)
  return failed === 0 && passed > 0 ? 0 : 1
})

async function browserTests(node, args, long) {
  return attempt(async () => {
    const chromium = await prepareChromium(node)
    await build('basemap', node)
    await build('page', node)
    return runBrowserTests(node, chromium, args, long)
  })
}

/** The attacks are on the built page and its server. */
async function longTests(node, which, args) {
  return attempt(async () => {
    await build('basemap', node)
    await build('page', node)
    return runLongTests(node, which === 'attack' ? ['src/server/attacks', ...args] : args)
  })
}

/** A step that cannot start counts as a failure with its error message. */
async function attempt(body) {
  try {
    return await body()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    say(error.message)
    return { passed: 0, failed: 1, names: [error.message] }
  }
}
