import { runChecks } from './lib/checks.mjs'
import { preparePackages } from './lib/packages.mjs'
import { main, say } from './lib/system.mjs'

// npm run check: types, lint, unused code, import directions, the size of the page; or only the named checks.
await main(async () => {
  const node = await preparePackages()
  const names = process.argv.slice(2)
  const { passed, failed } = await runChecks(node, names.length > 0 ? names : undefined)
  say(`${passed} passed, ${failed} failed`)
  return failed === 0 ? 0 : 1
})
