import { build } from './lib/builds.mjs'
import { preparePackages } from './lib/packages.mjs'
import { main } from './lib/system.mjs'

// npm run build: the page and the base map afresh, or the one that is named.
await main(async () => {
  const node = await preparePackages()
  const names = process.argv.slice(2)
  for (const name of names.length > 0 ? names : ['basemap', 'page']) await build(name, node, { force: true })
  return 0
})
