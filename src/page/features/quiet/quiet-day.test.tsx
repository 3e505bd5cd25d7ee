// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Accumulations as ServedAccumulations } from '../../../contract/verification/accumulations.ts'
import { areaKm2 } from '../../../core/accumulations/cell-sums.ts'
import { stormRecords } from '../../../testing/fakes/fake-source.ts'
import { openDesk } from '../../../testing/page-kit.tsx'
import QuietDay from './quiet-day.tsx'

const DAY: ServedAccumulations = {
  state: 'known',
  simulated: false,
  kind: 'density',
  cellDeg: 0.5,
  from: '2026-06-30T08:00:00.000Z',
  to: '2026-07-01T08:00:00.000Z',
  minutes: 1_440,
  notObservedMin: 0,
  cells: [[31, 121, 1_500 / areaKm2(31, 31.5, 0.5)]],
}

async function openCard(answer: Partial<ServedAccumulations>) {
  const desk = await openDesk('/?layers=lightning,storms', {
    accumulations: { cells: async () => ({ ...DAY, ...answer }) },
    beside: <QuietDay />,
    isAlone: true,
  })
  await desk.pass(62_000)
  return desk
}

it('shows the strokes of the last day with its unobserved time, and gives no all-clear', async () => {
  await openCard({ notObservedMin: 90 })
  const card = await screen.findByRole('region', { name: 'Last 24 h' })
  expect(card.textContent).toMatch(/≥\s1,500 strokes.*1\sh\s30\smin not observed/)
  expect(card.textContent).not.toMatch(/clear|calm|quiet|safe/i)
})

it('counts the time before the oldest stored data as not observed', async () => {
  await openCard({ from: '2026-07-01T07:40:00.000Z', minutes: 20, notObservedMin: 5, cells: [] })
  const card = await screen.findByRole('region', { name: 'Last 24 h' })
  expect(card.textContent).toMatch(/\? strokes.*None detected.*23\sh\s45\smin not observed/)
})

it('shows no sum before the server has one', async () => {
  await openCard({ state: 'waiting', cells: [] })
  const card = await screen.findByRole('region', { name: 'Last 24 h' })
  expect(card.textContent).toContain('unknown')
  expect(card.textContent).not.toContain('None detected')
})

it('disappears during a storm in the area', async () => {
  const desk = await openCard({})
  await desk.strike(...stormRecords(desk.clock.now()))
  await desk.pass(62_000)
  expect(screen.queryByRole('region', { name: 'Last 24 h' })).toBeNull()
})
