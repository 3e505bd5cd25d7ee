import { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { run } from '../src/server/run.ts'

/** Brontide's server in a world in which time stands still at `STILL_AT`: sockets beat, and nothing grows older. */
const { STILL_AT: at = '', ...env } = process.env
const atMs = Date.parse(at)
Date.now = () => atMs
// Pages go by their own clocks then, which stand still too.
Object.defineProperty(ServerResponse.prototype, 'sendDate', { get: () => false, set: () => {} })
await run({ env, root: join(import.meta.dirname, '..'), say: (line) => process.stdout.write(`${line}\n`) })
