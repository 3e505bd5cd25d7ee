import { join } from 'node:path'
import { build } from './lib/builds.mjs'
import { preparePackages } from './lib/packages.mjs'
import { SERVER_ENV, SERVER_FLAGS } from './lib/server-flags.mjs'
import { envWith, main, runUntilStopped, say } from './lib/system.mjs'

// npm start: everything that is missing, then Brontide.
await main(async () => {
  const node = await preparePackages()
  await build('basemap', node)
  await build('page', node)
  say('Starting.')
  return runUntilStopped(node, [...SERVER_FLAGS, join('src', 'server', 'main.ts')], {
    env: { ...SERVER_ENV, ...envWith(node) },
  })
})
