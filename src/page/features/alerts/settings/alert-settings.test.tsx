// @vitest-environment happy-dom
import '../../../../testing/page-globals.ts'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openDesk } from '../../../../testing/page-kit.tsx'
import { useAlerts } from '../alert-store.ts'

it('changes no limit before a number that is allowed stands there', async () => {
  const { user } = await openDesk('/')
  await user.keyboard('a')
  const field = await screen.findByRole('spinbutton', { name: 'Visibility below (m)' })
  const limit = () => useAlerts.getState().settings.visibilityM
  await user.clear(field)
  expect(limit()).toBe(1500)
  await user.type(field, '20')
  expect(limit()).toBe(1500)
  expect(screen.getByText('From 50 to 10000 m')).toBeTruthy()
  await user.type(field, '00')
  expect(limit()).toBe(2000)
})

it('goes by the usual limit where the browser has kept one that would be told of every report', () => {
  const { merge } = useAlerts.persist.getOptions()
  const kept = merge!({ settings: { off: [], gustMps: 0, visibilityM: 1e9, ceilingM: 300 } }, useAlerts.getState())
  expect(kept.settings).toEqual({ off: [], gustMps: 17, visibilityM: 1500, ceilingM: 300 })
})
