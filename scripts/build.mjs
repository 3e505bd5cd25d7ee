import { build } from './lib/builds.mjs'
import { preparePackages } from './lib/packages.mjs'
import { main } from './lib/system.mjs'

// npm run build: builds the page and the base map, or only the named one.
await main(async () => {
  const node = await preparePackages()
  const names = process.argv.slice(2)
  for (const name of names.length > 0 ? names : ['basemap', 'page']) await build(name, node, { force: true })
  return 0
})
