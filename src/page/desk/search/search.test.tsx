// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openDesk, simAirport } from '../../../testing/page-kit.tsx'
import { placeOf } from '../../../testing/watch-kit.ts'
import { usePlaces } from '../../live/places/place-store.ts'
import { usePage } from '../../state/page-store.ts'
import { KEYS } from '../settings/keyboard-list.tsx'
import { CODE_WAITS_MS } from './type-ahead.ts'

const field = () => screen.findByRole('combobox', { name: 'Search airports and places' })
const list = () => screen.findByRole('listbox', { name: 'Search results' })
const hits = async () => within(await list()).findAllByRole('option')
const chosen = async () => within(await list()).getByRole('option', { selected: true }).textContent

async function openSearch() {
  const desk = await openDesk('/')
  await screen.findByText(/airports, .* with a report/)
  await field()
  return desk
}

it('finds airports by name, and opens the one selected by arrows', async () => {
  const desk = await openSearch()
  await desk.user.keyboard('/')
  expect(document.activeElement).toBe(await field())
  await desk.user.keyboard('shanghai')
  const found = await hits()
  expect(found.length).toBeGreaterThan(1)
  expect(await chosen()).toBe(found[0]!.textContent)
  await desk.user.keyboard('{ArrowDown}')
  expect(await chosen()).toBe(found[1]!.textContent)
  await desk.user.keyboard('{ArrowUp}{ArrowUp}')
  expect(await chosen()).toBe(found.at(-1)!.textContent)
  await desk.user.keyboard('{ArrowDown}{Enter}')
  expect(await screen.findByRole('region', { name: `Airport ${found[0]!.textContent!.slice(0, 4)}` })).toBeTruthy()
  expect(await field()).toHaveProperty('value', '')
})

it('offers similar names where nothing else is found', async () => {
  const desk = await openSearch()
  await desk.user.click(await field())
  await desk.user.paste('Shangai')
  await screen.findByRole('option', { name: /^ZSPD Shanghai/ })
  await desk.pass(2_000)
  await screen.findByRole('option', { name: /^Shanghai/ })
  await desk.user.keyboard('{Escape}{Control>}k{/Control}Shangai')
  const commands = within(await screen.findByRole('dialog', { name: 'Commands' }))
  expect(commands.getByDisplayValue('Shangai')).toBeTruthy()
  expect(commands.queryByRole('option', { name: /Shanghai/ })).toBeNull()
})

it('finds a city abroad, a county seat by its Chinese name, and a position of a SIGMET, and opens the weather there', async () => {
  const desk = await openSearch()
  for (const [text, name] of [
    ['hanoi', /^Hanoi, Vietnam/],
    ['始兴', /^Shixing/],
    ['N3108 E12148', /^Weather at 31.13°N 121.80°E/],
  ] as const) {
    await desk.user.click(await field())
    await desk.user.paste(text)
    await desk.pass(2_000)
    const [hit] = await screen.findAllByRole('option', { name })
    await desk.user.click(hit!)
    expect(await screen.findByRole('region', { name: 'Weather at a point' })).toBeTruthy()
    act(() => usePage.getState().select(null))
  }
})

it('lists the airport of a typed code before a place whose id holds the code', async () => {
  const desk = await openDesk('/', { guarded: [placeOf('handler-zbaa', { name: 'Ground handler' })] })
  await screen.findByText(/airports, .* with a report/)
  await waitFor(() => expect(usePlaces.getState().byId.has('handler-zbaa')).toBe(true))
  await desk.user.click(await field())
  await desk.user.paste('zbaa')
  const found = (await hits()).map(({ textContent }) => textContent)
  expect(found).toEqual([expect.stringMatching(/^ZBAA/), expect.stringMatching(/^Ground handler/)])
})

it('reports no hits, watches a hit without opening it, selects a clicked hit, and takes a place by its coordinates', async () => {
  const desk = await openSearch()
  await desk.user.click(await field())
  await desk.user.paste('qqqq')
  expect(await screen.findByText(/qqqq/)).toBeTruthy()
  expect(screen.queryByRole('listbox')).toBeNull()
  await desk.user.keyboard('{Escape}')
  expect(await field()).toHaveProperty('value', '')
  expect(document.activeElement).not.toBe(await field())

  await desk.user.click(await field())
  await desk.user.paste('ZBAA')
  const star = await screen.findByRole('button', { name: /ZBAA/, pressed: false })
  await desk.user.click(star)
  expect(star.getAttribute('aria-pressed')).toBe('true')
  expect(screen.queryByRole('region', { name: 'Airport ZBAA' })).toBeNull()
  expect(new URLSearchParams(location.search).get('watch')).toBe('ZBAA')
  await desk.user.click((await hits())[0]!)
  expect(await screen.findByRole('region', { name: 'Airport ZBAA' })).toBeTruthy()

  await desk.user.click(await field())
  await desk.user.paste('31.2, 121.5')
  await desk.user.keyboard('{Enter}')
  expect(await screen.findByRole('region', { name: 'Weather at a point' })).toBeTruthy()
})

it('drops the letters of a code typed outside of a field, after any move of the focus', async () => {
  const desk = await openSearch()
  await desk.user.keyboard('ZBAA')
  const search = await field()
  expect(search).toHaveProperty('value', 'ZBAA')
  await screen.findByRole('region', { name: 'Airport ZBAA' })
  act(() => search.blur())
  expect(search).toHaveProperty('value', '')
})

it('opens an airport by its code, typed with no field in mind, and leaves the field again', async () => {
  const desk = await openSearch()
  await desk.user.keyboard('zspd')
  expect(await screen.findByRole('region', { name: 'Airport ZSPD' })).toBeTruthy()
  await desk.pass(CODE_WAITS_MS)
  expect(await field()).toHaveProperty('value', '')
})

it('opens an airport by a code that begins with a shortcut, and acts as the shortcut where no code follows', async () => {
  const desk = await openDesk('/', { airports: ['KBTV', 'KBOS', 'ZSPD'].map(simAirport) })
  await screen.findByText(/airports, .* with a report/)
  const theme = () => document.documentElement.dataset.theme
  await desk.user.keyboard('kbtv')
  expect(await screen.findByRole('region', { name: 'Airport KBTV' })).toBeTruthy()
  expect(usePage.getState()).toMatchObject({ wall: null, board: { open: false } })
  await desk.pass(CODE_WAITS_MS)
  const before = theme()
  await desk.user.keyboard('t')
  expect(theme()).not.toBe(before) // no code here begins with it
  await desk.user.keyboard('k')
  await desk.pass(CODE_WAITS_MS - 100)
  expect(usePage.getState().wall).toBeNull()
  await desk.user.keyboard('t') // nor does a letter extend it
  expect(theme()).toBe(before)
  expect(usePage.getState().wall).not.toBeNull()
})

it('runs the shortcut of a pending letter after a while', async () => {
  const desk = await openDesk('/', { airports: [simAirport('KBTV')] })
  await screen.findByText(/airports, .* with a report/)
  await desk.user.keyboard('k')
  expect(usePage.getState().wall).toBeNull()
  await desk.pass(CODE_WAITS_MS)
  expect(usePage.getState().wall).not.toBeNull()
})

it('runs commands by their names, from anywhere, with places among them, and keys of the list of keys beside them', async () => {
  const desk = await openSearch()
  const open = async () => {
    await desk.user.keyboard('{Control>}k{/Control}')
    return screen.findByRole('dialog', { name: /command/i })
  }
  const palette = await open()
  const keys = [...palette.querySelectorAll('kbd')].map(({ textContent }) => textContent)
  expect(keys.length).toBeGreaterThan(5)
  const listed: readonly string[] = KEYS.map(([key]) => key)
  expect(keys.filter((key) => !listed.includes(key.replace('⇧ ', '')))).toEqual([])
  await desk.user.paste('light theme')
  expect(within(palette).getByRole('option', { selected: true }).textContent).toMatch(/^Light theme/)
  await desk.user.keyboard('{Enter}')
  expect(document.documentElement.dataset.theme).toBe('light')
  expect(screen.queryByRole('dialog')).toBeNull()

  await open()
  await desk.user.paste('ZBAA')
  await desk.user.keyboard('{Enter}')
  expect(await screen.findByRole('region', { name: 'Airport ZBAA' })).toBeTruthy()

  await screen.findByRole('button', { name: /board/i })
  await desk.user.click(await within(await open()).findByText('Board of all airports'))
  expect(await screen.findByRole('grid', { name: /board/i })).toBeTruthy()
})

it.each(['the commands', 'the search'])('finds entries loaded after typing in %s', async (where) => {
  const list = Promise.withResolvers<void>()
  const desk = await openDesk('/', { airportsAfter: list.promise })
  if (where === 'the commands') await desk.user.keyboard('{Control>}k{/Control}')
  else (await field()).focus()
  await (where === 'the commands' ? screen.findByRole('dialog', { name: /command/i }) : field())
  await desk.user.keyboard('ZBA')
  expect(screen.queryByRole('option', { name: /ZBAA/ })).toBeNull()
  list.resolve()
  await desk.pass(2_000)
  expect(await screen.findByRole('option', { name: /ZBAA/ })).toBeTruthy()
})
