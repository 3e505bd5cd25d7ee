import { run } from '../src/server/run.ts'

/** Brontide's server with the page of another root. */
const { BUILD_ROOT: root = '', ...env } = process.env
await run({ env, root, say: (line) => process.stdout.write(`${line}\n`) })
