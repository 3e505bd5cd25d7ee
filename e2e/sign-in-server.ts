import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hashPassword } from '../src/server/access/password-file.ts'
import { test } from './fixtures.ts'
import { type Brontide, startSimulated } from './stack.ts'

/** Of the users `tower` and `mast`. */
export const PASSWORD = 'over the clouds'

/** The browser logs refused requests and the alarm stream that ends with the sign-in. */
export const SIGN_IN_COMPLAINTS = [/status of (401|429)|ERR_INCOMPLETE_CHUNKED_ENCODING \(\S+\/api\/alarms\/stream\)/]

/** One server with passwords for all tests of a file, which run in sequence. */
export function shareASignInServer(): () => Brontide {
  let folder: string
  let brontide: Brontide
  test.describe.configure({ mode: 'default' })
  test.beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'brontide-sign-in-'))
    const file = join(folder, 'passwords')
    const lines = [await hashPassword(PASSWORD, 'tower'), await hashPassword(PASSWORD, 'mast')]
    await writeFile(file, lines.join('\n'))
    brontide = await startSimulated({ ACCESS: 'password', ACCESS_PASSWORD_FILE: file, DATA_DIR: join(folder, 'data') })
  })
  test.afterAll(async () => {
    await brontide.close()
    await rm(folder, { recursive: true, force: true })
  })
  return () => brontide
}
