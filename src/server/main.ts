import { join } from 'node:path'
import { run } from './run.ts'

/** Brontide as `npm start` runs it: the built page and everything behind it. */
await run({
  env: process.env,
  root: join(import.meta.dirname, '..', '..'),
  say: (line) => process.stdout.write(`${line}\n`),
})
