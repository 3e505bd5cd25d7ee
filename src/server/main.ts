import { join } from 'node:path'
import { COMMANDS, SETTINGS_FILE } from './settings/command-names.ts'
import { packageVersion } from './version.ts'

const USAGE = `${COMMANDS.server} [--help | --version]
Serves the page and its data, and runs until it is stopped. It has no other flags: its settings are variables of the
environment (docs/configuration.md)${SETTINGS_FILE ? `, which the service reads from ${SETTINGS_FILE}` : ''}. Without any it simulates data, at
http://127.0.0.1:8080/.
`

/** Entry point of the installed package and of `npm start`. */
const root = join(import.meta.dirname, '..', '..')
const args = process.argv.slice(2)
if (args.length === 0) {
  const { run } = await import('./run.ts')
  await run({ env: process.env, root, say: (line) => process.stdout.write(`${line}\n`) })
} else if (args.length === 1 && args[0] === '--version') process.stdout.write(`${packageVersion(root)}\n`)
else if (args.includes('--help') || args.includes('-h')) process.stdout.write(USAGE)
else {
  process.stderr.write(`Brontide does not start: unknown argument ${args[0]}.\n${USAGE}`)
  process.exitCode = 2
}
