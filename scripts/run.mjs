import { prepareBenchPackages, preparePackages } from './lib/packages.mjs'
import { envWith, main, runUntilStopped } from './lib/system.mjs'

// node scripts/run.mjs FILE [arguments]: a TypeScript file by the pinned Node, on a machine that may have no packages yet.
await main(async () => {
  const node = await preparePackages()
  if (process.argv[2]?.startsWith('bench/')) await prepareBenchPackages()
  return runUntilStopped(node, ['--disable-warning=ExperimentalWarning', ...process.argv.slice(2)], {
    env: envWith(node),
  })
})
