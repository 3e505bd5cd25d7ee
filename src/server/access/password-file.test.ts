import { describe, expect, it } from 'vitest'
import { problemText } from '../../core/problems/problem-text.ts'
import { hashPassword, readPasswords } from './password-file.ts'

const COST = 'ln=15,r=8,p=3'
const SALT = 'c2FsdHNhbHRzYWx0c2FsdA'
const OTHER_SALT = 'b3RoZXJvdGhlcm90aGVybw'
const HASH = 'aGFzaGhhc2hoYXNoaGFzaGhhc2hoYXNoaGFzaGhhc2g'

describe('a file of passwords', () => {
  it('holds a hash a line, with a name or without, and remarks', () => {
    const read = readPasswords(
      `# the desk\r\n\r\ntower:$scrypt$${COST}$${SALT}$${HASH}\n  $scrypt$${COST}$${OTHER_SALT}$${HASH}\n`,
    )
    expect(read.ok && read.value.map(({ name, cost }) => ({ name, cost }))).toEqual([
      { name: 'tower', cost: { logN: 15, r: 8, p: 3 } },
      { name: null, cost: { logN: 15, r: 8, p: 3 } },
    ])
  })

  it('accepts the line generated for a password', async () => {
    const made = await hashPassword('a long enough one', ' 塔台 ')
    const read = readPasswords(made)
    expect(read.ok && read.value[0]).toMatchObject({ name: '塔台', cost: { logN: 15, r: 8, p: 3 } })
    expect(made).not.toContain('long')
    expect(await hashPassword('a long enough one', null)).not.toBe(await hashPassword('a long enough one', null))
  })

  it.each([
    ['', 'contains no password: write the output of "npm run access:hash"'],
    ['# nothing yet', 'contains no password'],
    ['hunter2-hunter2', 'line 1: is not a password hash (not shown here)'],
    ['\ntower:hunter2-hunter2', 'line 2: is not a password hash'],
    ['> brontide@1.0.0 access:hash hunter2', 'line 1: is not a password hash'],
    [`$scrypt$ln=10,r=8,p=1$${SALT}$${HASH}`, 'line 1: is too weak'],
    [`$scrypt$ln=20,r=32,p=1$${SALT}$${HASH}`, 'line 1: is too expensive'],
    [
      `tower:$scrypt$${COST}$${SALT}$${HASH}\nmast:$scrypt$${COST}$${SALT}$${HASH}`,
      'line 2: is a copy of another line under another name: hash a password for each name',
    ],
    [`tower:$scrypt$${COST}$${SALT}$${HASH}\n`.repeat(5), 'has 5 lines of the name tower: at most 4 are tried'],
  ])('refuses %j, and never repeats it', (text, complaint) => {
    const read = readPasswords(text)
    expect(read.ok ? [] : read.problems.map((problem) => problemText(problem))).toEqual([
      expect.stringContaining(complaint),
    ])
    expect(JSON.stringify(read)).not.toContain('hunter2')
  })
})
