import { expect, it } from 'vitest'
import { mayReloadFor } from './reload-once.ts'

it('loads anew for a version once, and again after a while', () => {
  let held: string | null = null
  const storage = {
    getItem: () => held,
    setItem: (_key: string, value: string) => {
      held = value
    },
  }
  expect(mayReloadFor('0.2.0+b', 0, storage)).toBe(true)
  expect(mayReloadFor('0.2.0+b', 60_000, storage)).toBe(false)
  expect(mayReloadFor('0.3.0+c', 61_000, storage)).toBe(true)
  expect(mayReloadFor('0.3.0+c', 700_000, storage)).toBe(true)
})

it('does not where it could not be noted', () => {
  const forbidden = () => {
    throw new Error('forbidden')
  }
  expect(mayReloadFor('0.2.0+b', 0, { getItem: () => null, setItem: forbidden })).toBe(false)
})
