import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { messageOf } from '../src/core/util/message-of.ts'
import { hashPassword } from '../src/server/access/password-file.ts'
import { COMMANDS } from '../src/server/settings/command-names.ts'

const LENGTH_MIN = 12

const USAGE = `${COMMANDS.accessHash} [--name NAME] >> FILE
Reads a password from the keyboard, or a line of it from the standard input, and prints its line for ACCESS_PASSWORD_FILE.
`

const { name, help } = flags()
if (help) {
  process.stdout.write(USAGE)
  process.exit()
}
const password = process.stdin.isTTY ? await askTwice() : (await text(process.stdin)).replace(/\r?\n$/, '')

if (name !== null && !/^[^:$\s][^:$]*$/.test(name)) fail('A name must not hold : or $.')
else if (/[\r\n]/.test(password)) fail('A password is one line.')
// Decoding replaces the bytes of another encoding: all such passwords of one length would have the same hash.
else if (`${name}${password}`.includes('\ufffd'))
  fail('A name and a password must be in UTF-8: set the terminal to it.')
else if ([...password].length < LENGTH_MIN) fail(`A password must have at least ${LENGTH_MIN} characters.`)
else if (password.length > 1_024) fail('A password must have at most 1024 characters.')
else process.stdout.write(`${await hashPassword(password, name)}\n`)

function flags(): { name: string | null; help: boolean } {
  try {
    const options = { name: { type: 'string' }, help: { type: 'boolean', short: 'h' } } as const
    const { name = null, help = false } = parseArgs({ options }).values
    return { name, help }
  } catch (error) {
    process.stderr.write(`${messageOf(error)}\n${USAGE}`)
    process.exit(2)
  }
}

/** Input is not echoed; prompts go to standard error, since standard output receives the result. */
async function askTwice(): Promise<string> {
  const silence = new Writable({ write: (_chunk, _encoding, done) => done() })
  const reader = createInterface({ input: process.stdin, output: silence, terminal: true })
  const ask = async (words: string) => {
    process.stderr.write(words)
    const answer = await reader.question('')
    process.stderr.write('\n')
    return answer
  }
  reader.once('SIGINT', () => process.exit(130))
  const first = await ask('Password: ')
  const second = await ask('Once more: ')
  reader.close()
  if (first === second) return first
  fail('The passwords differ.')
  process.exit()
}

function fail(why: string): void {
  process.stderr.write(`${why}\n`)
  process.exitCode = 1
}
