// @vitest-environment happy-dom
import { act, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { STALE_AGAIN_MS } from '../../../../client/http/stale-refetch-interval.ts'
import { openDesk } from '../../../../testing/page-kit.tsx'
import { useFireArea } from '../nearby/area-store.ts'

async function openPanel(address: string, options: Parameters<typeof openDesk>[1] = {}) {
  const desk = await openDesk(address, options)
  const panel = within(await screen.findByRole('region', { name: 'Weather at a point' }))
  await desk.pass(3_000)
  return { desk, panel }
}
const paidFor = (asked: readonly string[]) => asked.filter((path) => path.startsWith('/v1/weather/'))

it('shows the nearest observation, the forecast as one picture with a keyboard cursor, and the cost', async () => {
  const { desk, panel } = await openPanel('/?at=31.2,121.5')
  expect(await panel.findByText('31.20°N 121.50°E')).toBeTruthy()
  expect(await panel.findByText(/Shanghai/)).toBeTruthy()
  expect(panel.getByRole('region', { name: 'Nearest observation' }).textContent).toMatch(/Temperature\d+\.?\d*°C/)
  expect(await panel.findByRole('region', { name: 'Next 72 hours' })).toBeTruthy()
  expect(panel.getByText(/^Cost: 20 points\./)).toBeTruthy()
  expect(await panel.findByRole('figure', { name: 'Meteogram, Next 72 hours' })).toBeTruthy()
  const cursor = await panel.findByRole('slider', { name: 'Hour of the meteogram' })
  const told = cursor.getAttribute('aria-valuetext')
  for (const what of ['Temperature', 'Feels like', 'Precipitation', 'Wind', 'Gusts', 'Cloud', 'Pressure']) {
    expect(told).toContain(`${what}: `)
  }
  expect(told).toMatch(/Sky: (clear|partly cloudy|overcast|rain|snow)/)
  expect(paidFor(desk.asked)).toHaveLength(2)
})

it('requests nothing further for the full width, shorter forecasts, or numbers, and the daily forecast only when opened', async () => {
  const { desk, panel } = await openPanel('/?at=31.2,121.5')
  await desk.user.click(await panel.findByRole('button', { name: 'Full width' }))
  const drawer = within(
    await screen.findByRole('dialog', {
      name: 'Meteogram at 31.20°N 121.50°E. Next 72 hours. Times in Beijing',
    }),
  )
  expect(await drawer.findByRole('slider', { name: 'Hour of the meteogram' })).toBeTruthy()
  await desk.user.click(drawer.getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  await desk.user.click(await panel.findByRole('radio', { name: '24 h' }))
  await desk.user.click(panel.getByRole('radio', { name: 'Table' }))
  expect(await panel.findByRole('region', { name: 'Table, Next 24 hours' })).toBeTruthy()
  expect(panel.queryByRole('region', { name: 'Next 16 days' })).toBeNull()
  expect(paidFor(desk.asked)).toHaveLength(2)
  await desk.user.click(panel.getByText('Day by day'))
  await desk.pass(1_000)
  expect(await panel.findByRole('region', { name: 'Next 16 days' })).toBeTruthy()
  expect(paidFor(desk.asked)).toHaveLength(3)
})

it('ends the drawing of a box by its button, and loads nearby fires on request only', async () => {
  const { desk, panel } = await openPanel('/?at=31.2,121.5')
  const fires = () => desk.asked.filter((path) => path.startsWith('/v1/fire-point'))
  await desk.user.click(await panel.findByRole('radio', { name: 'Box' }))
  await desk.user.click(await screen.findByRole('button', { name: 'Cancel' }))
  expect(screen.queryByText(/^Drag a box/)).toBeNull()
  expect(document.activeElement).toBe(panel.getByRole('radio', { name: 'Circle of 50 km' }))
  expect(fires()).toEqual([])
  await desk.user.click(await panel.findByRole('button', { name: /^Look for fires within 50 km/ }))
  await desk.pass(1_000)
  expect(fires()).toHaveLength(1)
})

it('lists fires with place, age, distance and the wind by the report of the nearest airport', async () => {
  const { desk, panel } = await openPanel('/?at=21,102')
  await desk.user.click(await panel.findByRole('radio', { name: '200' }))
  await desk.user.click(await panel.findByRole('button', { name: 'Look for fires within 200 km (10 points)' }))
  await desk.pass(1_000)
  const list = await panel.findByRole('list', { name: 'Fires, the nearest first' })
  expect(await within(list).findAllByText(/^[\d.]+\skm [NESW]+ of \p{Lu}/u)).not.toHaveLength(0)
  for (const fire of within(list).getAllByRole('button')) {
    expect(fire.textContent).toMatch(/^[\d.]+\skm [NESW]+, \d\d:\d\d UTC, .* ago/)
    expect(fire.textContent).toMatch(/wind (\d{3}°|variable) [\d.]+\sm\/s at Z[A-Z]{3}, \d+\skm away$|wind unknown$/)
  }
})

it('requests the fires of a drawn box once, after showing the price, and returns to the circle', async () => {
  const { desk, panel } = await openPanel('/?at=21,102')
  const fires = () => desk.asked.filter((path) => path.startsWith('/v1/fire-point'))
  await desk.user.click(await panel.findByRole('radio', { name: 'Box' }))
  expect(await screen.findByText(/^Drag a box over the map.* At most 5° a side\.$/)).toBeTruthy()
  act(() => useFireArea.getState().begin({ lat: 19, lon: 100 }))
  expect(screen.getByText('Choose the opposite corner.')).toBeTruthy()
  act(() => useFireArea.getState().finish({ lat: 23, lon: 104 }))
  const ask = await panel.findByRole('button', { name: 'Look for fires in the box, 416 × 443 km (10 points)' })
  expect(document.activeElement).toBe(ask)
  expect(useFireArea.getState().outlined).toMatchObject({ shape: 'box' })
  expect(fires()).toEqual([])
  await desk.user.click(ask)
  await desk.pass(1_000)
  expect(fires()).toEqual([expect.stringMatching(/bbox/)])
  expect(await panel.findByText('Fires in the box')).toBeTruthy()
  const list = await panel.findByRole('list', { name: 'Fires, the nearest first' })
  expect(list.textContent).toMatch(/, \d\d:\d\d UTC, .* ago.*wind /)
  await desk.user.click(panel.getByRole('radio', { name: 'Circle of 50 km' }))
  expect(await panel.findByRole('button', { name: 'Look for fires within 50 km (10 points)' })).toBeTruthy()
  expect(useFireArea.getState().outlined).toBeNull()
})

it('reports a URL that names no place', async () => {
  const { panel } = await openPanel('/?at=nowhere')
  expect(panel.getByText(/nowhere/)).toBeTruthy()
})

it('retries soon for an expired response, and then at the normal interval', async () => {
  let isOut = true
  const { desk } = await openPanel('/?at=31.2,121.5', { isOut: () => isOut })
  const later = async () => {
    await desk.pass(STALE_AGAIN_MS + 1_000)
    return paidFor(desk.asked).length
  }
  expect(paidFor(desk.asked)).toHaveLength(2)
  expect(await later()).toBe(4)
  isOut = false
  expect(await later()).toBe(6)
  expect(await later()).toBe(6)
})
