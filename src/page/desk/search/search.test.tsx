// @vitest-environment happy-dom
import { act, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openDesk, simAirport } from '../../../testing/page-kit.tsx'
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

it('drops the letters of a code typed outside of a field, after any move of the focus', async () => {
  const desk = await openSearch()
  await desk.user.keyboard('ZBAA')
  const search = await field()
  expect(search).toHaveProperty('value', 'ZBAA')
  await screen.findByRole('region', { name: 'Airport ZBAA' })
  act(() => search.blur())
  expect(search).toHaveProperty('value', '')
})

it('selects a clicked hit', async () => {
  const desk = await openSearch()
  await desk.user.type(await field(), 'ZBAA')
  await desk.user.click((await hits())[0]!)
  expect(await screen.findByRole('region', { name: 'Airport ZBAA' })).toBeTruthy()
})

it.each([
  ['a city abroad with its country', 'hanoi', /^Hanoi, Vietnam/],
  ['a county seat by its Chinese name', '始兴', /^Shixing/],
])('finds %s, and opens the weather there', async (_, text, name) => {
  const desk = await openSearch()
  await desk.user.type(await field(), text)
  await desk.pass(2_000)
  const [hit] = await screen.findAllByRole('option', { name })
  await desk.user.click(hit!)
  expect(await screen.findByRole('region', { name: 'Weather at a point' })).toBeTruthy()
})

it('takes a place by its coordinates', async () => {
  const desk = await openSearch()
  await desk.user.type(await field(), '31.2, 121.5{Enter}')
  expect(await screen.findByRole('region', { name: 'Weather at a point' })).toBeTruthy()
})

it('watches a hit without opening it', async () => {
  const desk = await openSearch()
  await desk.user.type(await field(), 'ZBAA')
  const star = await screen.findByRole('button', { name: /ZBAA/, pressed: false })
  await desk.user.click(star)
  expect(star.getAttribute('aria-pressed')).toBe('true')
  expect(screen.queryByRole('region', { name: 'Airport ZBAA' })).toBeNull()
  expect(new URLSearchParams(location.search).get('watch')).toBe('ZBAA')
})

it('closes by Escape, and reports no hits', async () => {
  const desk = await openSearch()
  await desk.user.type(await field(), 'qqqq')
  expect(await screen.findByText(/qqqq/)).toBeTruthy()
  expect(screen.queryByRole('listbox')).toBeNull()
  await desk.user.keyboard('{Escape}')
  expect(await field()).toHaveProperty('value', '')
  expect(document.activeElement).not.toBe(await field())
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

it('runs commands by their names, from anywhere', async () => {
  const desk = await openSearch()
  await desk.user.keyboard('{Control>}k{/Control}')
  const palette = within(await screen.findByRole('dialog', { name: /command/i }))
  await desk.user.keyboard('light theme')
  expect(palette.getByRole('option', { selected: true }).textContent).toMatch(/^Light theme/)
  await desk.user.keyboard('{Enter}')
  expect(document.documentElement.dataset.theme).toBe('light')
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('finds places among the commands', async () => {
  const desk = await openSearch()
  await desk.user.keyboard('{Control>}k{/Control}')
  await screen.findByRole('dialog', { name: /command/i })
  await desk.user.keyboard('ZBAA{Enter}')
  expect(await screen.findByRole('region', { name: 'Airport ZBAA' })).toBeTruthy()
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

it('lists the shortcuts of desk components among the commands', async () => {
  const desk = await openSearch()
  await screen.findByRole('button', { name: /board/i })
  await desk.user.keyboard('{Control>}k{/Control}')
  const palette = await screen.findByRole('dialog', { name: /command/i })
  await desk.user.click(await within(palette).findByText('Board of all airports'))
  expect(await screen.findByRole('grid', { name: /board/i })).toBeTruthy()
})

it('shows beside a command the key of the list of keys', async () => {
  const desk = await openSearch()
  await desk.user.keyboard('{Control>}k{/Control}')
  const palette = await screen.findByRole('dialog', { name: /command/i })
  const keys = [...palette.querySelectorAll('kbd')].map(({ textContent }) => textContent)
  expect(keys.length).toBeGreaterThan(5)
  const listed: readonly string[] = KEYS.map(([key]) => key)
  expect(keys.filter((key) => !listed.includes(key.replace('⇧ ', '')))).toEqual([])
})
