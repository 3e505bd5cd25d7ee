// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { openDesk } from '../../../../../testing/page-kit.tsx'
import { placeOf } from '../../../../../testing/watch-kit.ts'
import { usePlaces } from '../../../../live/places/place-store.ts'
import { useLog } from '../../log-store.ts'
import { useDrawing } from '../drawing-store.ts'

const RED = { id: 'red', name: 'RED', km: 5, holdMin: 15, strikes: 1, withinMin: 10 }
const GALE = {
  id: 'gale',
  name: 'GALE',
  holdMin: 10,
  strikes: 1,
  withinMin: 10,
  report: { windMps: 20, scheme: 'icao' as const },
}

beforeEach(() => {
  useLog.setState(useLog.getInitialState(), true)
  useDrawing.setState(useDrawing.getInitialState(), true)
})

async function openForm(stated: object, over: object = {}) {
  const desk = await openDesk('/?place=farm', {
    guarded: [placeOf('golf')],
    drawn: [placeOf('farm', { stated, ...over })],
  })
  await desk.user.click(await screen.findByRole('button', { name: 'Change this place' }))
  await screen.findByRole('textbox', { name: 'Name' })
  const { user } = desk
  return {
    ...desk,
    kept: () => desk.watched!.places.drawn().get('farm')!,
    save: screen.getByRole<HTMLButtonElement>('button', { name: 'Save the change' }),
    level: (name: string) => screen.findByRole('group', { name }),
    async type(fieldset: HTMLElement, field: string | RegExp, text: string) {
      const input = within(fieldset).getByRole<HTMLInputElement>('textbox', { name: field })
      await user.clear(input)
      if (text !== '') {
        await user.click(input)
        await user.paste(text)
      }
      return input
    },
  }
}

it('gives a place levels instead of rings, starting with its rings, and applies them by Enter once valid', async () => {
  const { user, save, kept, level, type } = await openForm({ ringsKm: [5, 16], holdMin: 15 })
  await user.click(screen.getByRole('radio', { name: 'Levels' }))
  const red = await level('Level 1: 5 km')
  expect(screen.queryByRole('textbox', { name: 'Rings in km' })).toBe(null)
  const name = await type(red, 'Level name', 'RED')
  await type(await level('Level 1: RED'), 'Action', 'All ramp work stops; take shelter')
  await type(red, /^For whom/, 'Ramp control, Fuelling')
  await user.selectOptions(within(red).getByRole('combobox', { name: 'Colour' }), 'Red')
  const hold = await type(await level('Level 2: 16 km'), 'Hold time in minutes', '4')
  expect(screen.getByText('Whole minutes from 5 to 30').id).toBe(hold.getAttribute('aria-describedby'))
  expect(save.disabled).toBe(true)
  await user.click(name)
  await user.keyboard('{Enter}')
  expect(kept().stated).toEqual({ ringsKm: [5, 16], holdMin: 15 })
  await user.clear(hold)
  await user.paste('10')
  expect(screen.getByText(/^16 km has a shorter hold time than RED/)).toBeTruthy()
  await user.click(hold)
  await user.keyboard('{Enter}')
  await screen.findByText('The change is saved')
  expect(kept().stated).toEqual({
    levels: [
      {
        id: 'r5',
        name: 'RED',
        nameZh: '5公里',
        km: 5,
        holdMin: 15,
        strikes: 1,
        withinMin: 10,
        colour: 'red',
        action: 'All ramp work stops; take shelter',
        who: ['Ramp control', 'Fuelling'],
      },
      {
        id: 'r16',
        name: '16 km',
        nameZh: '16公里',
        km: 16,
        holdMin: 10,
        strikes: 1,
        withinMin: 10,
        expect: { percent: 50, withinMin: 30 },
      },
    ],
  })
})

it('adds, moves and removes levels, and keeps the weather levels', async () => {
  const { user, save, kept, level, type, pass } = await openForm({ levels: [RED], weather: [GALE] })
  await level('Level 1: RED')
  screen.getByText('1 weather level stays as it is.')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Remove level 1' }).disabled).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Add a level' }))
  expect(save.disabled).toBe(true)
  await type(await level('Level 2'), 'Level name', 'Gale')
  await user.click(screen.getByRole('button', { name: 'Move level 2 up' }))
  screen.getByText('Not less than in the levels above')
  expect(save.disabled).toBe(true)
  await type(await level('Level 2: RED'), 'Distance in km', '12')
  await user.click(save)
  await screen.findByText('The change is saved')
  expect(kept().stated).toMatchObject({
    levels: [
      { id: 'gale-2', km: 10 },
      { ...RED, km: 12 },
    ],
    weather: [GALE],
  })
  await waitFor(async () => {
    await pass(10)
    expect(usePlaces.getState().byId.get('farm')?.ringsKm).toEqual([10, 12])
  })
  await user.click(await screen.findByRole('button', { name: 'Change this place' }))
  await level('Level 1: Gale')
  await user.click(screen.getByRole('button', { name: 'Remove level 1' }))
  await user.click(screen.getByRole('button', { name: 'Save the change' }))
  await waitFor(() => expect(kept().stated!.levels).toMatchObject([{ id: 'red', km: 12 }]))
})

it('leaves a place to the server’s rules, without its own, and keeps its reference', async () => {
  const { user, save, kept } = await openForm({ levels: [RED] }, { at: 'golf' })
  screen.getByText('It has the shape of golf.')
  await user.click(screen.getByRole('radio', { name: 'Server rule' }))
  screen.getByText(/^By the rules of the server/)
  await user.click(save)
  await screen.findByText('The change is saved')
  expect(kept()).toMatchObject({ stated: {}, at: 'golf', ringsKm: [5, 8, 16] })
})

it('has at most eight levels', async () => {
  await openForm({ levels: [RED] })
  await screen.findByRole('group', { name: 'Level 1: RED' })
  for (let count = 1; count < 8; count++) act(() => screen.getByRole('button', { name: 'Add a level' }).click())
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Add a level' }).disabled).toBe(true)
  expect(screen.getAllByRole('group', { name: /^Level \d/ })).toHaveLength(8)
})
