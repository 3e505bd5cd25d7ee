import { expect, it } from 'vitest'
import { withoutEndSlashes } from './without-end-slashes.ts'

it.each([
  ['', ''],
  ['///', ''],
  ['https://a.example', 'https://a.example'],
  ['https://a.example/b//', 'https://a.example/b'],
])('%s becomes %s', (text, bare) => {
  expect(withoutEndSlashes(text)).toBe(bare)
})

// An expression that begins anew at each slash would not come to its end while the test lasts.
it('reads a text with a million slashes before its end once', () => {
  const text = `${'/'.repeat(1_000_000)}x`
  expect(withoutEndSlashes(text)).toBe(text)
})
