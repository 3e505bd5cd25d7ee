import { expect, it } from 'vitest'
import { endKept, hasEndedIn, type KeptAccess, mergeKept, nothingKept, readKeptAccess } from './kept-access.ts'

const NOW_MS = 1_000_000

function signedOut(lines: number, sessions: number): KeptAccess {
  const kept = nothingKept(null)
  for (let i = 0; i < lines; i++) {
    const of = Array.from({ length: sessions }, (_, j) => [`${i} ${j}`.padEnd(16, '-'), NOW_MS + j])
    kept.ended[`line ${i}`.padEnd(16, '-')] = { upToMs: null, sessions: Object.fromEntries(of) }
  }
  return kept
}

it('stays within the maximum message size, for any number of sign-outs and passwords, and keeps all of them', () => {
  const kept = signedOut(200, 60)
  const session = { id: 'a', name: null, password: 'line', startedMs: NOW_MS }
  endKept(kept, session, NOW_MS)
  expect(JSON.stringify(kept).length).toBeLessThan(500_000)
  const first = { id: '0 0'.padEnd(16, '-'), name: null, password: 'line 0'.padEnd(16, '-'), startedMs: NOW_MS }
  expect([hasEndedIn(kept, session), hasEndedIn(kept, first)]).toEqual([true, true])
  expect(hasEndedIn(kept, { ...first, id: 'later', startedMs: NOW_MS + 60 })).toBe(false)
})

it('stores a session that ended in either of two', () => {
  const ofOne = (upToMs: number | null, id: string): KeptAccess => ({
    ...nothingKept(upToMs),
    ended: { line: { upToMs, sessions: { [id]: NOW_MS } } },
  })
  const merged = mergeKept(ofOne(null, 'a'), ofOne(5, 'b'), NOW_MS)
  expect(merged).toEqual({
    endedUpToMs: 5,
    ended: { line: { upToMs: 5, sessions: { a: NOW_MS, b: NOW_MS } } },
    walls: [],
  })
  expect(mergeKept(ofOne(7, 'a'), ofOne(5, 'b'), NOW_MS)).toMatchObject({
    endedUpToMs: 7,
    ended: { line: { upToMs: 7 } },
  })
})

it('ignores foreign data', () => {
  for (const text of ['', '{', 'null', '[]', '{"walls":[{}]}']) expect(readKeptAccess(text)).toBeNull()
})
