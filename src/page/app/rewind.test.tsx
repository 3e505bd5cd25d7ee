// @vitest-environment happy-dom
import { act, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../../core/time/durations.ts'
import { openDesk } from '../../testing/page-kit.tsx'
import WorstList from '../features/board/worst-list.tsx'
import { useRingCounts } from '../features/lightning/panel/use-ring-counts.ts'
import { useUnobserved } from '../features/lightning/row/lightning-extras.tsx'
import { usePage } from '../state/page-store.ts'

const PUDONG = { lat: 31.14, lon: 121.8 }

/** Hatching of the lightning layer, and the counts of its rings. */
function Probe() {
  const hatched = useUnobserved()
  const rings = useRingCounts(PUDONG)
  return (
    <p role="note">
      {hatched} {rings.map(({ count }) => count).join(' ')}
    </p>
  )
}

it.each([
  ['before the page was opened', HOUR_MS],
  ['before anything was kept', 400 * HOUR_MS],
])('hatches a time %s, with unknown counts in the rings', async (_, agoMs) => {
  const desk = await openDesk('/?layers=lightning', { beside: <Probe /> })
  await desk.pass(1_000)
  act(() => usePage.getState().showAt(desk.clock.now() - agoMs))
  await desk.pass(5_000)
  expect(screen.getByRole('note').textContent).toBe('1 ? ? ?')
})

it('labels all present data as current while the map shows the past', async () => {
  const desk = await openDesk('/?layers=lightning,fires&watch=ZSPD&airport=ZSPD', { beside: <WorstList /> })
  await desk.pass(1_000)
  expect(screen.queryByText(/^Current, not/)).toBeNull()
  act(() => usePage.getState().showAt(desk.clock.now() - 20 * MINUTE_MS))
  await desk.pass(2_000)
  const current = /^Current, not 07:40 UTC/
  const worst = await screen.findByRole('region', { name: 'Worst airports now' })
  expect(await within(worst).findByText(current)).toBeTruthy()
  expect(
    within(screen.getByRole('navigation', { name: 'Watched airports and places' })).getByText(current),
  ).toBeTruthy()
  expect(within((await screen.findByRole('switch', { name: 'Fires' })).closest('li')!).getByText(current)).toBeTruthy()
  const partlyCurrent = /^The map shows 07:40 UTC. Anything here without that time is current/
  expect(within(screen.getByRole('complementary')).getByText(partlyCurrent)).toBeTruthy()
  act(() => usePage.getState().setBoard({ open: true }))
  await desk.pass(1_000)
  await screen.findByRole('region', { name: 'Airport board' })
  expect(screen.getAllByText(partlyCurrent)).toHaveLength(2)
})
