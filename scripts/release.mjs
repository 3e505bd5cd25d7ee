import { join } from 'node:path'
import { build } from './lib/builds.mjs'
import { preparePackages } from './lib/packages.mjs'
import { envWith, main, run } from './lib/system.mjs'

// npm run release: builds the installable packages in dist/release.
await main(async () => {
  const node = await preparePackages()
  await build('basemap', node)
  await build('page', node)
  return run(node, ['--disable-warning=ExperimentalWarning', join('scripts', 'release', 'make.ts')], {
    env: envWith(node),
  })
})
