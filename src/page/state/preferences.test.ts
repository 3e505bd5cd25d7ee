import { expect, it } from 'vitest'
import { choiceCodecs } from './choice-codecs.ts'
import type { Choices } from './choices.ts'
import { usePage } from './page-store.ts'
import { readPreferences, withoutPicture, writePreferences } from './preferences.ts'
import { PREFERENCES_KEY } from './preferences-key.ts'

const Row = () => null
const OVERLAYS = ['lightning', 'storms', 'airports', 'fires'].map((id) => ({ id, defaultOn: true, Row }))
const codecs = choiceCodecs(OVERLAYS)
const usual: Choices = { ...usePage.getInitialState(), overlaysOn: codecs.overlaysOn.default }

function fakeStorage(preferences?: string) {
  const kept = new Map<string, string>()
  if (preferences) kept.set(PREFERENCES_KEY, preferences)
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
}

it('stores choices', () => {
  const storage = fakeStorage()
  expect(readPreferences(storage, codecs)).toEqual({})
  const chosen = {
    units: 'aviation',
    categoryScheme: 'us',
    theme: 'light',
    overlaysOn: ['fires'],
    strikeDisplay: { records: true, weak: 'hollow', palette: 'classic', density: false, polarity: 'always' },
    projection: 'globe',
    worstShown: false,
  } as const
  writePreferences(storage, codecs, { ...usual, ...chosen })
  expect(readPreferences(storage, codecs)).toMatchObject(chosen)
})

it('stores the order of the board, neither its visibility nor its filter', () => {
  const storage = fakeStorage()
  writePreferences(storage, codecs, { ...usual, board: { open: true, sort: '-visibility', filter: 'ZS' } })
  expect(readPreferences(storage, codecs).board).toEqual({ open: false, sort: '-visibility', filter: '' })
})

it('leaves the picture to a link with one', () => {
  const storage = fakeStorage()
  writePreferences(storage, codecs, { ...usual, overlaysOn: ['fires'], theme: 'light' })
  const kept = withoutPicture(readPreferences(storage, codecs), codecs)
  expect(kept).toMatchObject({ theme: 'light' })
  expect(kept).not.toHaveProperty('overlaysOn')
  expect(kept).not.toHaveProperty('strikeDisplay')
  expect(kept).not.toHaveProperty('projection')
})

it('stores pinned airports only when the user changes them: a link removes nothing', () => {
  const storage = fakeStorage()
  const own: Choices = { ...usual, watched: ['ZBAA'] }
  writePreferences(storage, codecs, own, usual)
  const linked: Choices = { ...usual, watched: ['ZSPD'] }
  writePreferences(storage, codecs, linked)
  writePreferences(storage, codecs, { ...linked, theme: 'light' }, linked)
  expect(readPreferences(storage, codecs)).toMatchObject({ theme: 'light', watched: ['ZBAA'] })
})

it('keeps choices stored by another window since, except those changed here', () => {
  const storage = fakeStorage()
  writePreferences(storage, codecs, usual)
  writePreferences(storage, codecs, { ...usual, lang: 'zh' }, usual) // in one window
  writePreferences(storage, codecs, { ...usual, units: 'aviation' }, usual) // in another
  expect(readPreferences(storage, codecs)).toMatchObject({ lang: 'zh', units: 'aviation' })
  writePreferences(storage, codecs, { ...usual, watched: ['ZSPD'] }, usual)
  expect(readPreferences(storage, codecs)).toMatchObject({ lang: 'zh', units: 'aviation', watched: ['ZSPD'] })
})

it('works without storage', () => {
  const forbidden = () => {
    throw new Error('forbidden')
  }
  expect(readPreferences({ getItem: forbidden }, codecs)).toEqual({})
  const storage = { getItem: forbidden, setItem: forbidden }
  expect(() => writePreferences(storage, codecs, usual)).not.toThrow()
  expect(() => writePreferences(storage, codecs, { ...usual, theme: 'light' }, usual)).not.toThrow()
})

it('stores that every layer was switched off', () => {
  const storage = fakeStorage()
  writePreferences(storage, codecs, { ...usual, overlaysOn: [] })
  expect(readPreferences(storage, codecs).overlaysOn).toEqual([])
})

const quakes = { id: 'quakes', defaultOn: true, Row }
const currents = { id: 'currents', defaultOn: false, Row }

it('shows a new hazard to a returning visitor, and keeps disabled ones off', () => {
  const storage = fakeStorage()
  writePreferences(storage, codecs, { ...usual, overlaysOn: ['lightning', 'airports', 'fires'] })
  const later = choiceCodecs([...OVERLAYS, quakes, currents])
  expect(readPreferences(storage, later).overlaysOn).toEqual(['lightning', 'airports', 'fires', 'quakes'])
  writePreferences(storage, later, { ...usual, overlaysOn: ['lightning', 'currents'] })
  expect(readPreferences(storage, later).overlaysOn).toEqual(['lightning', 'currents'])
})

it('migrates the stored list of layers that were on', () => {
  const storage = fakeStorage('?theme=light&layers=lightning,fires')
  const later = choiceCodecs([...OVERLAYS, quakes, currents])
  expect(readPreferences(storage, later).overlaysOn).toEqual(['lightning', 'fires', 'quakes'])
  writePreferences(storage, later, { ...usual, overlaysOn: ['lightning', 'fires', 'quakes'] })
  expect(storage.getItem(PREFERENCES_KEY)).toContain('switched=-storms%2C-airports')
  expect(storage.getItem(PREFERENCES_KEY)).not.toContain('layers=')
  expect(readPreferences(storage, later).overlaysOn).toEqual(['lightning', 'fires', 'quakes'])
  expect(readPreferences(fakeStorage('?layers='), later).overlaysOn).toEqual(['quakes'])
})
