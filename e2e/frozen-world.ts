import { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { run } from '../src/server/run.ts'

/** Brontide's server in a world frozen at `STILL_AT`: sockets send heartbeats, and nothing ages. */
const { STILL_AT: at = '', ...env } = process.env
const atMs = Date.parse(at)
Date.now = () => atMs
// Pages then use their own clocks, which are frozen too.
Object.defineProperty(ServerResponse.prototype, 'sendDate', { get: () => false, set: () => {} })
await run({ env, root: join(import.meta.dirname, '..'), say: (line) => process.stdout.write(`${line}\n`) })
