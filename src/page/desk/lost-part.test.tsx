// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { openDesk } from '../../testing/page-kit.tsx'
import { useFailedLayers } from '../live/layer-boundary.tsx'

// As after a server upgrade: chunks of this page no longer exist.
vi.mock('./search/palette.tsx', () => {
  throw new Error('404')
})

it('the desk stays and reports that the commands cannot be loaded', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const { user } = await openDesk('/')
  await user.keyboard('{Control>}k{/Control}')
  expect((await screen.findByRole('alert')).textContent).toMatch(/^This part failed to load.+mock/)
  expect(screen.getByRole('heading', { name: 'Layers' })).toBeTruthy()
})

it('the layers panel names the layers that the map lacks', async () => {
  await openDesk('/')
  const fires = await screen.findByRole('switch', { name: 'Fires' })
  act(() => useFailedLayers.setState({ ids: ['fires', 'relief'] }))
  expect(fires.closest('li')?.textContent).toContain('This layer failed')
  expect(screen.getByText('A part of the map failed to load')).toBeTruthy()
  act(() => useFailedLayers.setState({ ids: [] }))
  expect(fires.closest('li')?.textContent).not.toContain('This layer failed')
  expect(screen.queryByText('A part of the map failed to load')).toBeNull()
})
