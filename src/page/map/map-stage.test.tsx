// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { openDesk } from '../../testing/page-kit.tsx'
import { MapStage } from './map-stage.tsx'

it('states that this browser has no graphics for the map, and continues without', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
  const desk = await openDesk('/', { beside: <MapStage overlays={[]} isOpened onDrawn={() => {}} /> })
  expect(await screen.findByText('The map can’t be drawn here')).toBeTruthy()
  await desk.user.keyboard('zspd')
  expect(await screen.findByRole('region', { name: 'Airport ZSPD' })).toBeTruthy()
})
