import { join } from 'node:path'
import { build } from './lib/builds.mjs'
import { preparePackages } from './lib/packages.mjs'
import { envWith, main, runUntilStopped } from './lib/system.mjs'

// npm run dev: page and server on one origin. The page reloads in place; a change of the server restarts it.
await main(async () => {
  const node = await preparePackages()
  await build('basemap', node)
  const args = [
    '--watch',
    '--watch-preserve-output',
    '--disable-warning=ExperimentalWarning',
    join('scripts', 'dev.ts'),
  ]
  return runUntilStopped(node, args, { stdio: 'inherit', env: envWith(node) })
})
