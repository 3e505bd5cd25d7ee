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

// A quadratic expression would not finish while the test runs.
it('reads a text with a million slashes before its end once', () => {
  const text = `${'/'.repeat(1_000_000)}x`
  expect(withoutEndSlashes(text)).toBe(text)
})
