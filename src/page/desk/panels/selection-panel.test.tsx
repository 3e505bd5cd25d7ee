// @vitest-environment happy-dom
import { act, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openDesk } from '../../../testing/page-kit.tsx'
import { usePickedHere } from '../../map/picking/map-pick.ts'

const STRIKE = { kind: 'strike', id: '1782892800123,31.14321,121.80543', detail: '08:00:00 UTC' }
const AIRPORT = { kind: 'airport', id: 'ZSPD', detail: 'ZSPD' }

it('offers the other marks under a click, by pointer and keyboard, until the selection changes', async () => {
  const desk = await openDesk('/?airport=ZSPD')
  await screen.findByRole('region', { name: 'Airport ZSPD' })
  expect(screen.queryByRole('navigation', { name: 'Also here' })).toBeNull()

  act(() => usePickedHere.setState({ things: [AIRPORT, STRIKE] }))
  const list = () => within(screen.getByRole('navigation', { name: 'Also here' }))
  expect(list().getByRole('button', { name: 'Airports ZSPD' }).getAttribute('aria-pressed')).toBe('true')
  await desk.user.click(list().getByRole('button', { name: 'Lightning 08:00:00 UTC' }))
  expect(await screen.findByRole('region', { name: 'Lightning strike' })).toBeTruthy()
  list().getByRole('button', { name: 'Airports ZSPD' }).focus()
  await desk.user.keyboard('{Enter}')
  expect(await screen.findByRole('region', { name: 'Airport ZSPD' })).toBeTruthy()

  await desk.user.keyboard('{Escape}')
  expect(screen.queryByRole('navigation', { name: 'Also here' })).toBeNull()
})
