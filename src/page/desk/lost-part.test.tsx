// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { openDesk } from '../../testing/page-kit.tsx'

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
