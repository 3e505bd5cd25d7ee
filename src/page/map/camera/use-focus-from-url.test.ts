import { beforeEach, expect, it, vi } from 'vitest'
import { createCommands } from '../../state/commands.ts'
import { NARROW, SHORT } from '../../state/narrow.ts'
import { usePage } from '../../state/page-store.ts'
import { createCamera, FLIGHT, FOCUS_FROM_URL, REVEAL } from './camera.ts'
import { focusFromUrl } from './use-focus-from-url.ts'

const PLACE = { lat: 31.14, lon: 121.8 }
const NAMED = { kind: 'airport', id: 'ZSPD' }
const FLOWN = ['fly to 31.14 121.8 at 8']

beforeEach(() => usePage.getState().select(NAMED))

/** A page with an airport in its URL on a screen that fits the media query, and the movements of its map. */
function opened(isViewSaid: boolean, screen = '') {
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === screen }))
  const commands = createCommands()
  const moves: string[] = []
  commands.attach(FLIGHT, ({ lat, lon, zoom }) => moves.push(`fly to ${lat} ${lon} at ${zoom}`))
  commands.attach(REVEAL, ({ lat, lon }) => moves.push(`reveal ${lat} ${lon}`))
  commands.ask(FOCUS_FROM_URL, { selection: NAMED, isViewSaid })
  const find = (zoom: number | null = 8) => focusFromUrl(commands, PLACE, zoom)
  return { moves, find, camera: createCamera(commands) }
}

it.each([
  ['on a desk', ''],
  ['on a phone', NARROW],
])('flies to the place of a URL without a view, %s', (_, screen) => {
  const { moves, find } = opened(false, screen)
  find()
  expect(moves).toEqual(FLOWN)
})

it('keeps the view for places that are loaded with the view', () => {
  const { moves, find } = opened(false, NARROW)
  find(null)
  expect(moves).toEqual([])
})

it('keeps the view of a URL, on a phone clear of the panel, upright and on its side', () => {
  const desk = opened(true)
  desk.find()
  expect(desk.moves).toEqual([])
  for (const screen of [NARROW, SHORT]) {
    const phone = opened(true, screen)
    phone.find()
    expect(phone.moves, screen).toEqual(['reveal 31.14 121.8'])
  }
})

it('moves once, for any reopening of the panel', () => {
  const { moves, find } = opened(false)
  find()()
  find()
  expect(moves).toEqual(FLOWN)
})

it('stops after another selection, or a repeated one', () => {
  const { moves, find } = opened(false)
  usePage.getState().select({ kind: 'point', id: '30,120' })
  usePage.getState().select({ ...NAMED })
  find()
  expect(moves).toEqual([])
})

it('stops after the user moves the map', () => {
  const { moves, find, camera } = opened(false)
  camera.flyTo({ lat: 40, lon: 116, zoom: 6 })
  find()
  expect(moves).toEqual(['fly to 40 116 at 6'])
})
