// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { openDesk } from '../../../../testing/page-kit.tsx'
import { placeOf } from '../../../../testing/watch-kit.ts'
import { usePlaces } from '../../../live/places/place-store.ts'
import { ONE_PANEL } from '../../../state/narrow.ts'
import { usePage } from '../../../state/page-store.ts'
import { useLog } from '../log-store.ts'
import { useDrawing } from './drawing-store.ts'

beforeEach(() => {
  useLog.setState(useLog.getInitialState(), true)
  useDrawing.setState(useDrawing.getInitialState(), true)
})

describe('a new place', () => {
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
    expect(screen.getByText('3 points · To be corrected: Hold time in minutes.')).toBeTruthy()
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

  it('shows the place that is chosen in the list, and the list beside it where there is room for two panels', async () => {
    const { user } = await openDesk('/', { guarded: [placeOf('golf', { name: 'East Golf' })] })
    act(() => useLog.getState().show('places'))
    const button = await screen.findByRole('button', { name: 'East Golf' })
    const media = vi.spyOn(window, 'matchMedia')
    for (const [isNarrow, shown] of [
      [false, 'places'],
      [true, null],
    ] as const) {
      act(() => usePage.getState().select(null))
      media.mockImplementation(
        (media) =>
          Object.assign(new EventTarget(), { matches: isNarrow && media === ONE_PANEL, media }) as MediaQueryList,
      )
      await user.click(button)
      expect(usePage.getState().selection).toEqual({ kind: 'place', id: 'golf' })
      expect(useLog.getState().shown).toBe(shown)
    }
    vi.restoreAllMocks()
  })
})

describe('a drawn place', () => {
  const FARM = placeOf('farm', {
    name: 'East Wind Farm',
    group: 'wind',
    geometry: {
      type: 'Polygon',
      coordinates: [
        [
          [121, 31],
          [121.2, 31],
          [121.2, 31.1],
          [121, 31],
        ],
      ],
    },
  })

  /** The farm was drawn on the page, the golf course is from the file. */
  async function openPlace(id: string, as?: string) {
    const desk = await openDesk(`/?place=${id}`, { guarded: [placeOf('golf')], drawn: [FARM], ...(as && { as }) })
    await screen.findByRole('region', { name: `Place ${id}` })
    return desk
  }

  it('renames a drawn place, moves a point and adds hours, and keeps all the rest', async () => {
    const { user, watched, pass } = await openPlace('farm')
    await user.click(await screen.findByRole('button', { name: 'Change this place' }))
    const name = await screen.findByRole('textbox', { name: 'Name' })
    await user.clear(name)
    await user.paste('West Wind Farm')
    await user.click(screen.getByRole('textbox', { name: /^Monitoring hours/ }))
    await user.paste('06:00-22:00')
    act(() => useDrawing.getState().movePoint(1, { lat: 31, lon: 121.3 }))
    await user.click(screen.getByRole('button', { name: 'Save the change' }))
    // Polls the list again and applies it between frames.
    await waitFor(async () => {
      await pass(10)
      expect(screen.queryByRole('button', { name: 'West Wind Farm' })).not.toBe(null)
    })
    expect(await screen.findByText('The change is saved')).toBeTruthy()
    expect(watched!.places.drawn().get('farm')).toMatchObject({
      name: 'West Wind Farm',
      group: 'wind',
      hours: '06:00-22:00',
      ringsKm: [5, 8, 16],
      holdMin: 10,
      geometry: {
        coordinates: [
          [
            [121, 31],
            [121.3, 31],
            [121.2, 31.1],
            [121, 31],
          ],
        ],
      },
    })
    expect(await watched!.history.watch.journal({ limit: 1 })).toMatchObject([{ by: 'li', code: 'changed' }])
  })

  it('reports that a place of the file must be changed there', async () => {
    await openPlace('golf')
    expect(await screen.findByText('Defined in the server’s file; edit it there.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Change this place' })).toBe(null)
  })

  it('offers no change without the permission', async () => {
    const { asked, pass } = await openPlace('farm', 'wang')
    await waitFor(() => expect(asked).toContain('/api/rights'))
    await pass(1_000)
    expect(screen.queryByRole('button', { name: 'Change this place' })).toBe(null)
  })

  it('takes a place away once that is confirmed, which the second of a double click is not', async () => {
    const { user, pass, watched } = await openPlace('farm')
    await user.click(await screen.findByRole('button', { name: 'Remove this place' }))
    const sure = () => user.click(screen.getByRole('button', { name: 'Remove and stop monitoring' }))
    await sure()
    await pass(1_000)
    expect([...watched!.places.drawn().keys()]).toEqual(['farm'])
    await sure()
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Place farm' })).toBe(null))
    expect([...watched!.places.drawn().keys()]).toEqual([])
  })
})

describe('the levels of a place', () => {
  const RED = { id: 'red', name: 'RED', km: 5, holdMin: 15, strikes: 1, withinMin: 10 }
  const GALE = {
    id: 'gale',
    name: 'GALE',
    holdMin: 10,
    strikes: 1,
    withinMin: 10,
    report: { windMps: 20, scheme: 'icao' as const },
  }

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
    await openForm({ levels: Array.from({ length: 7 }, (_, i) => ({ ...RED, id: `r${i}`, km: 5 + i })) })
    await screen.findByRole('group', { name: 'Level 1: RED' })
    const add = screen.getByRole<HTMLButtonElement>('button', { name: 'Add a level' })
    expect(add.disabled).toBe(false)
    act(() => add.click())
    expect(add.disabled).toBe(true)
    expect(screen.getAllByRole('group', { name: /^Level \d/ })).toHaveLength(8)
  })
})
