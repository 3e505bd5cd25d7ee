// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { openDesk } from '../../testing/page-kit.tsx'
import type { MapOverlay } from '../live/overlay.ts'
import Wall from './wall.tsx'

/** A wall of one headline. */
async function openWall() {
  const Headline = vi.fn(() => <p>Lightning</p>)
  const overlays = [{ id: 'lightning', Headline } as Partial<MapOverlay> as MapOverlay]
  const desk = await openDesk('/?kiosk&layers=lightning', { beside: <Wall overlays={overlays} />, isAlone: true })
  await desk.pass(1_000)
  const column = screen.getByText('Lightning', { selector: 'p' }).parentElement!
  return { desk, Headline, column }
}

it('does not render each second', async () => {
  const { desk, Headline } = await openWall()
  Headline.mockClear()
  await desk.pass(3_000)
  expect(Headline).not.toHaveBeenCalled()
})

it('squeezes content that has grown by a fraction of a pixel until it fits, and shows it in full within a minute after', async () => {
  const { desk, column } = await openWall()
  expect(column.dataset.squeeze).toBe('0')
  let fitsFrom = 4
  const bottom = () => (Number(column.dataset.squeeze) >= fitsFrom ? 0 : 0.4)
  vi.spyOn(column.lastElementChild!, 'getBoundingClientRect').mockImplementation(() => new DOMRect(0, 0, 0, bottom()))
  await desk.pass(1_000)
  expect(column.dataset.squeeze).toBe('4')
  fitsFrom = 7
  await desk.pass(62_000)
  expect(column.dataset.squeeze).toBe('6')
  fitsFrom = 0
  await desk.pass(60_000)
  expect(column.dataset.squeeze).toBe('0')
})
