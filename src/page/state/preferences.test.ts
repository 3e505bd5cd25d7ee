import { expect, it } from 'vitest'
import { usePage } from './page-store.ts'
import { readPreferences, withoutPicture, writePreferences } from './preferences.ts'

const Row = () => null
const overlays = ['lightning', 'fires'].map((id) => ({ id, defaultOn: true, Row }))

function fakeStorage() {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
}

it('keeps what somebody chose', () => {
  const storage = fakeStorage()
  expect(readPreferences(storage, overlays)).toEqual({})
  const chosen = {
    units: 'aviation',
    categoryScheme: 'us',
    theme: 'light',
    overlaysOn: ['fires'],
    strikeDisplay: { records: true, weak: 'hollow', palette: 'classic', density: false },
    projection: 'globe',
    worstShown: false,
  } as const
  writePreferences(storage, { ...usePage.getState(), ...chosen })
  expect(readPreferences(storage, overlays)).toMatchObject(chosen)
})

it('keeps that every layer was switched off', () => {
  const storage = fakeStorage()
  writePreferences(storage, { ...usePage.getState(), overlaysOn: [] })
  expect(readPreferences(storage, overlays).overlaysOn).toEqual([])
})

it('leaves the picture to a link that makes one', () => {
  const storage = fakeStorage()
  writePreferences(storage, { ...usePage.getState(), overlaysOn: ['fires'], theme: 'light' })
  const kept = withoutPicture(readPreferences(storage, overlays))
  expect(kept).toMatchObject({ theme: 'light' })
  expect(kept).not.toHaveProperty('overlaysOn')
  expect(kept).not.toHaveProperty('strikeDisplay')
  expect(kept).not.toHaveProperty('projection')
})
