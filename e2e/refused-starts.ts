import { run } from '../src/server/run.ts'

/** Starts Brontide once per environment of a JSON list; each start must be refused. Prints each with its exit code. */
const { BUILD_ROOT: root = '', STARTS = '[]' } = process.env
for (const env of JSON.parse(STARTS) as Record<string, string>[]) {
  process.exitCode = 0
  process.stderr.write('start\n')
  await run({ env, root, say: (line) => process.stdout.write(`${line}\n`) })
  process.stderr.write(`exit code ${process.exitCode}\n`)
}
process.exit()
