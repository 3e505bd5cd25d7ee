import { join } from 'node:path'
import { preparePackages } from './lib/packages.mjs'
import { envWith, main, run } from './lib/system.mjs'

// npm run build:client: the package `@brontide/client`, into dist/release.
await main(async () => {
  const node = await preparePackages()
  return run(node, ['--disable-warning=ExperimentalWarning', join('scripts', 'release', 'make-client.ts')], {
    env: envWith(node),
  })
})
