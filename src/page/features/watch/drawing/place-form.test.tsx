// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { openDesk } from '../../../../testing/page-kit.tsx'
import { placeOf } from '../../../../testing/watch-kit.ts'
import { usePlaces } from '../../../live/places/place-store.ts'
import { ONE_PANEL } from '../../../state/narrow.ts'
import { useLog } from '../log-store.ts'
import { useDrawing } from './drawing-store.ts'

beforeEach(() => {
  useLog.setState(useLog.getInitialState(), true)
  useDrawing.setState(useDrawing.getInitialState(), true)
})

it('draws a power line with its distance, and keeps the save button visible', async () => {
  const { user, watched } = await openDesk('/', { guarded: [placeOf('golf')] })
  act(() => useLog.getState().show('places'))
  await user.click(await screen.findByRole('textbox', { name: 'Name' }))
  await user.paste('Line 7')
  await user.click(screen.getByRole('radio', { name: 'Line' }))
  const distances = screen.getByRole('textbox', { name: 'Distances from the line in km' })
  await user.clear(distances)
  await user.paste('10')
  const daily = screen.getByRole('textbox', { name: /^Daily e-mail at/ })
  await user.click(daily)
  await user.paste('25:00')
  expect(screen.getByText('A time of day such as 07:00')).toBeTruthy()
  await user.clear(daily)
  await user.paste('07:00')
  const sees = vi.spyOn(HTMLElement.prototype, 'scrollIntoView')
  await user.click(screen.getByRole('button', { name: 'Draw on the map' }))
  for (const lon of [121, 122]) act(() => useDrawing.getState().addPoint({ lat: 31, lon }))
  expect(sees).not.toHaveBeenCalled()
  await user.click(await screen.findByRole('button', { name: 'Done' }))
  const save = await screen.findByRole('button', { name: 'Start monitoring' })
  expect(sees.mock.contexts.at(-1)).toBe(save)
  await user.click(save)
  const said = await screen.findByText('Now monitoring 1 place')
  await waitFor(() => expect((sees.mock.contexts.at(-1) as Element).contains(said)).toBe(true))
  expect(watched!.places.drawn().get('line-7')).toMatchObject({
    ringsKm: [10],
    dailyReport: '07:00',
    geometry: {
      type: 'LineString',
      coordinates: [
        [121, 31],
        [122, 31],
      ],
    },
  })
})

it('lists a hundred of many, and finds the others by a word', async () => {
  const guarded = Array.from({ length: 300 }, (_, i) =>
    placeOf(`farm-${i}`, { name: `Wind farm ${i}`, group: `county ${i % 3}` }),
  )
  const { user } = await openDesk('/', { guarded })
  act(() => useLog.getState().show('places'))
  const list = (await screen.findByText('100 of 300')).closest('section')!
  expect(within(list).getAllByRole('listitem')).toHaveLength(100)
  await user.click(within(list).getByRole('searchbox', { name: 'Find by name, group or id' }))
  await user.paste('farm 29 county')
  await waitFor(() => expect(within(list).getAllByRole('listitem')[0]?.textContent).toMatch(/^Wind farm 29/))
  expect(within(list).getAllByRole('listitem')).toHaveLength(13)
  within(list).getByText('13 of 300')
})

it('shows the allowed values at each field, keeps the input, and saves only when valid', async () => {
  const { user } = await openDesk('/', { guarded: [placeOf('golf')] })
  act(() => useLog.getState().show('places'))
  await user.click(await screen.findByRole('textbox', { name: 'Name' }))
  await user.paste('Line 7')
  const hold = screen.getByRole<HTMLInputElement>('textbox', { name: 'Hold time in minutes' })
  await user.clear(hold)
  await user.paste('45')
  const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Start monitoring' })
  const corners = screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Points/ })
  await user.click(corners)
  await user.paste('31, 121\n31, 122\n32, 122\nsomewhere')
  await user.tab()
  expect(corners.value).toContain('somewhere')
  expect(screen.getByText(/^Each line must be/)).toBeTruthy()
  await user.clear(corners)
  await user.paste('31, 121\n31, 122\n32, 122')
  expect(screen.getByText('Whole minutes from 5 to 30').id).toBe(hold.getAttribute('aria-describedby'))
  expect(screen.getByText(/To be corrected: Hold time in minutes\.$/)).toBeTruthy()
  expect([hold.value, save.disabled]).toEqual(['45', true])
  await user.clear(hold)
  await user.paste('20')
  expect(save.disabled).toBe(false)
  await user.click(screen.getByRole('button', { name: 'Clear the form' }))
  expect([hold.value, corners.value]).toEqual(['30', ''])
  expect(screen.queryByRole('button', { name: 'Clear the form' })).toBe(null)
})

it('gives two places with the same letters in their names different ids', async () => {
  const { user, watched } = await openDesk('/', { guarded: [], drawn: [placeOf('3')] })
  act(() => useLog.getState().show('places'))
  await waitFor(() => expect(usePlaces.getState().byId.has('3')).toBe(true))
  await user.click(await screen.findByRole('textbox', { name: 'Name' }))
  await user.paste('变电站 3 号')
  act(() => useDrawing.getState().setShape('Point'))
  act(() => useDrawing.getState().addPoint({ lat: 31, lon: 121 }))
  const saves = vi.spyOn(watched!.places, 'setDrawn')
  await user.dblClick(screen.getByRole('button', { name: 'Start monitoring' }))
  await screen.findByText('Now monitoring 1 place')
  expect(saves).toHaveBeenCalledOnce()
  expect([...watched!.places.drawn().keys()]).toEqual(['3', '3-2'])
})

it.each([
  { room: 'one panel', isNarrow: true, shown: null },
  { room: 'two', isNarrow: false, shown: 'places' },
])('shows the place that is chosen in the list where there is room for $room', async ({ isNarrow, shown }) => {
  const { user } = await openDesk('/', { guarded: [placeOf('golf', { name: 'East Golf' })] })
  act(() => useLog.getState().show('places'))
  const button = await screen.findByRole('button', { name: 'East Golf' })
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (media) => Object.assign(new EventTarget(), { matches: isNarrow && media === ONE_PANEL, media }) as MediaQueryList,
  )
  await user.click(button)
  expect(useLog.getState().shown).toBe(shown)
  vi.restoreAllMocks()
})
