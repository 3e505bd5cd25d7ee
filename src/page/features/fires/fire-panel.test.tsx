// @vitest-environment happy-dom
import { act, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openDesk } from '../../../testing/page-kit.tsx'
import { usePage } from '../../state/page-store.ts'

/** Yunnan and its surroundings: six cells. */
const VIEW = '/?layers=fires#6/24.5/102.5'
const layer = { layers: ['fires'] }

it('shows the known share of the view and its fires, and requests only new cells of a moved view', async () => {
  const desk = await openDesk(VIEW, layer)
  await desk.pass(3_000)
  expect(await screen.findByText('6 of 6 cells loaded')).toBeTruthy()
  expect(screen.getByText(/^\d+ hotspots in 24 h, newest \d h \d\d min old$/)).toBeTruthy()
  expect(screen.getByText(/^Loaded \d s ago$/).dataset.about).toBe('true')
  const cells = () => desk.asked.filter((path) => path.startsWith('/v1/fire-point/bbox'))
  expect(new Set(cells()).size).toBe(6)
  expect(cells()).toHaveLength(6)
  act(() => usePage.getState().setView({ zoom: 6, lat: 24.5, lon: 107.5 }))
  await desk.pass(3_000)
  expect(new Set(cells()).size).toBe(8)
  expect(cells()).toHaveLength(8)
})

it('counts one cell in the singular', async () => {
  const desk = await openDesk('/?layers=fires#10/22.5/102.5', layer)
  await desk.pass(3_000)
  expect(await screen.findByText('1 of 1 cell loaded')).toBeTruthy()
})

it('reports that a fire in no cell is gone', async () => {
  const desk = await openDesk('/?layers=fires&fire=nobody#6/24.5/102.5', layer)
  await desk.pass(3_000)
  const panel = within(await screen.findByRole('region', { name: 'Fire hotspot' }))
  expect(await panel.findByText('This hotspot is not loaded')).toBeTruthy()
})
