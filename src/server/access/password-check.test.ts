import { randomBytes } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { createPasswordCheck } from './password-check.ts'
import type { PasswordLine } from './password-file.ts'
import { deriveKey } from './scrypt.ts'

/** As cheap as is taken, so that the tests are quick. */
const COST = { logN: 14, r: 8, p: 1 }

async function line(name: string | null, password: string): Promise<PasswordLine> {
  const salt = randomBytes(16)
  return { name, cost: COST, salt, hash: await deriveKey(password, salt, COST, 32), id: `${name}/${password}` }
}

let lines: PasswordLine[]
beforeAll(async () => {
  lines = [
    await line('tower', 'über den Wolken'),
    await line('tower', 'the next one'),
    await line(null, 'for all of us'),
  ]
})

it('opens by a name and its password, old or new, and by a password that has no name', async () => {
  const { check } = createPasswordCheck(() => lines)
  expect(await check({ name: 'tower', password: 'über den Wolken'.normalize('NFD') })).toBe(lines[0])
  expect(await check({ name: ' tower ', password: 'the next one' })).toBe(lines[1])
  expect(await check({ name: null, password: 'for all of us' })).toBe(lines[2])
})

it('opens by nothing else', async () => {
  const { check } = createPasswordCheck(() => lines)
  for (const [name, password] of [
    ['tower', 'for all of us'],
    ['Tower', 'the next one'],
    ['nobody', 'the next one'],
    [null, 'the next one'],
    [null, 'for all of us '],
  ] as const) {
    expect(await check({ name, password }), `${name} ${password}`).toBeNull()
  }
})

it('goes by the lines that are in force now', async () => {
  let now = lines
  const { check, has, hasNames } = createPasswordCheck(() => now)
  expect([has(lines[0]!.id), hasNames()]).toEqual([true, true])
  now = lines.slice(2)
  expect([has(lines[0]!.id), hasNames()]).toEqual([false, false])
  expect(await check({ name: 'tower', password: 'the next one' })).toBeNull()
})

it('has few wait, and tells the rest that it is busy', async () => {
  const { check } = createPasswordCheck(() => lines)
  const answers = await Promise.all(Array.from({ length: 30 }, () => check({ name: null, password: 'for all of us' })))
  expect(answers.filter((answer) => answer === 'busy')).toHaveLength(8)
  expect(answers.filter((answer) => answer === lines[2])).toHaveLength(22)
  expect(await check({ name: null, password: 'for all of us' })).toBe(lines[2])
})
