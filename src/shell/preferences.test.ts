import { expect, it } from 'vitest'
import { readPreferences, writePreferences } from './preferences.ts'
import { useShell } from './shell-store.ts'

it('keeps what somebody chose', () => {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
  expect(readPreferences(storage)).toEqual({})
  writePreferences(storage, { ...useShell.getState(), units: 'aviation', categoryScheme: 'us', theme: 'light' })
  expect(readPreferences(storage)).toMatchObject({ units: 'aviation', categoryScheme: 'us', theme: 'light' })
})
