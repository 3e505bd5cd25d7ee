import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { type PrivateLadder, privateKey, privateLevelsAnswerSchema } from '../contract/watch/private-levels.ts'
import { levelsOfRings } from '../core/levels/ladder-of.ts'
import { cookieOf, passwordLine } from '../testing/access-kit.ts'
import { startServerProcess, temporaryRoot } from '../testing/server-process.ts'

it('ends the viewer rules of a user removed from the password file', async () => {
  const root = temporaryRoot()
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const password = 'a long enough password'
  const li = await passwordLine('li:', password)
  const wang = await passwordLine('wang:', password)
  const file = join(root, 'passwords')
  writeFileSync(file, `${li}\n${wang}\n`, { mode: 0o600 })
  const server = startServerProcess(root, { ACCESS: 'password', ACCESS_PASSWORD_FILE: file })
  onTestFinished(() => server.kill('SIGKILL'))
  const url = await server.ready
  const signIn = async (name: string) => {
    const answer = await fetch(`${url}/api/session`, { method: 'POST', body: JSON.stringify({ name, password }) })
    return answer.status === 200 ? { cookie: cookieOf(answer) } : null
  }
  const judged = async (headers: { cookie: string } | null, ladders: PrivateLadder[] = []) => {
    const body = JSON.stringify({ ladders })
    const answer = await fetch(`${url}/api/private-levels`, { method: 'POST', headers: { ...headers }, body })
    return answer.status === 200 ? privateLevelsAnswerSchema.parse(await answer.json()).judged : answer.status
  }
  const ladder: PrivateLadder = { place: 'ZSPD', levels: [...levelsOfRings([20, 40], 20)] }
  const people = { li: await signIn('li'), wang: await signIn('wang') }
  for (const headers of Object.values(people)) {
    await expect.poll(() => judged(headers, [ladder])).toEqual([privateKey(ladder)])
  }
  writeFileSync(file, `${li}\n`)
  await expect.poll(() => judged(people.wang)).toBe(401)
  writeFileSync(file, `${li}\n${wang}\n`)
  let again: { cookie: string } | null = null
  await expect.poll(async () => (again = await signIn('wang'))).not.toBeNull()
  expect(await judged(again)).toEqual([])
  expect(await judged(people.li)).toEqual([privateKey(ladder)])
})
