// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { openDesk } from '../../../../testing/page-kit.tsx'
import { placeOf } from '../../../../testing/watch-kit.ts'
import { useLog } from '../log-store.ts'
import { useDrawing } from './drawing-store.ts'

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

beforeEach(() => {
  useLog.setState(useLog.getInitialState(), true)
  useDrawing.setState(useDrawing.getInitialState(), true)
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
