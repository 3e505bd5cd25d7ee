// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openDesk } from '../../../testing/page-kit.tsx'

it('switches a layer off and on, in the panel and in the address', async () => {
  const desk = await openDesk('/')
  const fires = await screen.findByRole('switch', { name: 'Fires' })
  expect(await screen.findByText(/Satellite heat detection/)).toBeTruthy()
  await desk.user.click(fires)
  expect(screen.queryByText(/Satellite heat detection/)).toBeNull()
  expect(new URLSearchParams(location.search).get('layers')?.split(',')).not.toContain('fires')
  await desk.user.click(fires)
  expect(await screen.findByText(/Satellite heat detection/)).toBeTruthy()
})

it('labels a layer without history while the past is shown', async () => {
  const desk = await openDesk('/')
  const row = () => within(screen.getByRole('switch', { name: 'Fires' }).closest('li')!)
  await screen.findByText(/Satellite heat detection/)
  expect(row().queryByText(/current, not/i)).toBeNull()
  await desk.user.keyboard('[[')
  expect(await row().findByText(/current, not/i)).toBeTruthy()
})

it('closes and opens by a key', async () => {
  const desk = await openDesk('/')
  await screen.findByRole('region', { name: 'Layers' })
  await desk.user.keyboard('l')
  expect(screen.queryByRole('region', { name: 'Layers' })).toBeNull()
  await desk.user.keyboard('l')
  expect(await screen.findByRole('region', { name: 'Layers' })).toBeTruthy()
})
