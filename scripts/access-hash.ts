import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { hashPassword } from '../src/server/access/password-file.ts'

/**
 * `npm run --silent access:hash -- [--name NAME] >> FILE`: reads a password from the keyboard, or a line of it from the
 * standard input, and prints the line for ACCESS_PASSWORD_FILE.
 */
const LENGTH_MIN = 12

const { values } = parseArgs({ options: { name: { type: 'string' } } })
const { name = null } = values
const password = process.stdin.isTTY ? await askTwice() : (await text(process.stdin)).replace(/\r?\n$/, '')

if (name !== null && !/^[^:$\s][^:$]*$/.test(name)) fail('A name must not hold : or $.')
else if (/[\r\n]/.test(password)) fail('A password is one line.')
else if ([...password].length < LENGTH_MIN) fail(`A password must have at least ${LENGTH_MIN} characters.`)
else if (password.length > 1_024) fail('A password must have at most 1024 characters.')
else process.stdout.write(`${await hashPassword(password, name)}\n`)

/** Neither answer is shown; what is asked goes to the standard error output, since the line goes to the other. */
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
  fail('The two are not the same.')
  process.exit()
}

function fail(why: string): void {
  process.stderr.write(`${why}\n`)
  process.exitCode = 1
}
