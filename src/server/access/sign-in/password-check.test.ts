import { createHmac, randomBytes } from 'node:crypto'
import { beforeAll, expect, it, vi } from 'vitest'
import type { PasswordLine } from '../password-file.ts'
import { deriveKey } from '../scrypt.ts'
import { createPasswordCheck } from './password-check.ts'

/** As cheap as is taken, so that the tests are quick. */
const COST = { logN: 14, r: 8, p: 1 }

async function line(name: string | null, password: string): Promise<PasswordLine> {
  const salt = randomBytes(16)
  return { name, cost: COST, salt, hash: await deriveKey(password, salt, COST, 32), id: `${name}/${password}` }
}

const SOMEBODY = { id: '10.0.0.1', isStranger: true }
let lines: PasswordLine[]
beforeAll(async () => {
  lines = [
    await line('tower', 'über den Wolken'),
    await line('tower', 'the next one'),
    await line(null, 'for all of us'),
  ]
})

it('accepts a name with its password, old or new, and a password without a name', async () => {
  const { check } = createPasswordCheck(() => lines)
  expect(await check({ name: 'tower', password: 'über den Wolken'.normalize('NFD') }, SOMEBODY)).toBe(lines[0])
  expect(await check({ name: ' tower ', password: 'the next one' }, SOMEBODY)).toBe(lines[1])
  expect(await check({ name: null, password: 'for all of us' }, SOMEBODY)).toBe(lines[2])
})

it('accepts nothing else', async () => {
  const { check } = createPasswordCheck(() => lines)
  for (const [name, password] of [
    ['tower', 'for all of us'],
    ['Tower', 'the next one'],
    ['nobody', 'the next one'],
    [null, 'the next one'],
    [null, 'for all of us '],
  ] as const) {
    expect(await check({ name, password }, SOMEBODY), `${name} ${password}`).toBeNull()
  }
})

it('does the same work for every name, be it unknown or of several passwords', async () => {
  const dearer = [{ ...lines[0]!, cost: { logN: 15, r: 8, p: 1 } }, ...lines]
  const derive = vi.fn(deriveKey)
  const { check } = createPasswordCheck(() => dearer, derive)
  const works = new Set<string>()
  for (const name of ['tower', 'nobody', null]) {
    derive.mockClear()
    await check({ name, password: 'a guess' }, SOMEBODY)
    works.add(
      derive.mock.calls
        .map(([, , cost]) => JSON.stringify(cost))
        .sort()
        .join(),
    )
  }
  expect(works.size).toBe(1)
  expect([...works][0]?.match(/logN/g)).toHaveLength(3)
})

it('uses the present lines', async () => {
  let now = lines
  const { check, lineOf, hasNames } = createPasswordCheck(() => now)
  expect([lineOf(lines[0]!.id), hasNames()]).toEqual([lines[0], true])
  now = lines.slice(2)
  expect([lineOf(lines[0]!.id), hasNames()]).toEqual([null, false])
  expect(await check({ name: 'tower', password: 'the next one' }, SOMEBODY)).toBeNull()
})

/** In place of scrypt where only the queue is tested: as many turns for each check, whichever thread is free. */
const quickly: typeof deriveKey = async (password, salt) => createHmac('sha256', salt).update(password).digest()
const salt = randomBytes(16)
const ofAll = { name: null, cost: COST, salt, hash: await quickly('for all of us', salt, COST, 32), id: 'all' }

it('limits waiting attempts per client and of all strangers, and reports that it is busy', async () => {
  const { check } = createPasswordCheck(() => [ofAll], quickly)
  const right = { name: null, password: 'for all of us' }
  const askers = Array.from({ length: 60 }, (_, i) => ({ id: `10.0.0.${i % 10}`, isStranger: true }))
  const answers = await Promise.all(askers.map((asker) => check(right, asker)))
  expect(answers.slice(0, 20)).toEqual(Array(20).fill(ofAll))
  expect(answers.slice(20)).toEqual(Array(40).fill('busy'))
  const ofOne = await Promise.all(Array.from({ length: 5 }, () => check(right, SOMEBODY)))
  expect(ofOne.filter((answer) => answer === 'busy')).toHaveLength(2)
})

it('lets known devices bypass the queue of strangers', async () => {
  const { check } = createPasswordCheck(() => [ofAll], quickly)
  const right = { name: null, password: 'for all of us' }
  const order: string[] = []
  const strangers = Array.from({ length: 20 }, (_, i) =>
    check(right, { id: `10.0.0.${i}`, isStranger: true }).then(() => order.push('stranger')),
  )
  const known = check(right, { id: 'device', isStranger: false }).then(() => order.push('known'))
  await Promise.all([...strangers, known])
  expect(order.indexOf('known')).toBeLessThan(5)
})
