// @vitest-environment happy-dom
import '../../../../testing/page-globals.ts'
import { act, fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { openDesk } from '../../../../testing/page-kit.tsx'
import { usePage } from '../../../state/page-store.ts'
import { followOtherWindows, useAlerts } from '../alert-store.ts'

beforeEach(() => useAlerts.setState(useAlerts.getInitialState(), true))

it('changes no limit before a number that is allowed stands there', async () => {
  const { user } = await openDesk('/')
  await user.keyboard('a')
  const field = await screen.findByRole('spinbutton', { name: 'Visibility below (m)' })
  const limit = () => useAlerts.getState().settings.visibilityM
  await user.clear(field)
  expect(limit()).toBe(1500)
  await user.type(field, '20{Enter}')
  expect(limit()).toBe(1500)
  expect(screen.getByText('From 50 to 10000 m')).toBeTruthy()
  await user.type(field, '00')
  expect(limit()).toBe(1500)
  await user.keyboard('{Enter}')
  expect(limit()).toBe(2000)
})

it('goes by the usual limit where the browser has kept one that would be told of every report', () => {
  const { merge } = useAlerts.persist.getOptions()
  const kept = merge!({ settings: { off: [], gustMps: 0, visibilityM: 1e9, ceilingM: 300 } }, useAlerts.getState())
  expect(kept.settings).toEqual({ off: [], gustMps: 17, visibilityM: 1500, ceilingM: 300 })
})

it('shows and takes limits in the units that were chosen, and what was typed reads the same again', async () => {
  const { user } = await openDesk('/?units=aviation')
  await user.keyboard('a')
  const limits = () => useAlerts.getState().settings
  const wind = await screen.findByRole<HTMLInputElement>('spinbutton', { name: 'Wind or gust from (kt)' })
  const ceiling = screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Ceiling below (ft)' })
  expect([wind.value, ceiling.value]).toEqual(['33', '492'])
  for (const [field, typed] of [
    [wind, '25'],
    [ceiling, '500'],
  ] as const) {
    await user.clear(field)
    await user.type(field, `${typed}{Enter}`)
  }
  await user.tab()
  expect([wind.value, ceiling.value]).toEqual(['25', '500'])
  expect(limits().gustMps).toBeCloseTo(12.861, 3)
  expect(limits().ceilingM).toBeCloseTo(152.4, 6)
  act(() => usePage.getState().setUnits('metric'))
  const inMps = await screen.findByRole<HTMLInputElement>('spinbutton', { name: 'Wind or gust from (m/s)' })
  expect(inMps.value).toBe('12.9')
  act(() => usePage.getState().setUnits('aviation'))
  expect((await screen.findByRole<HTMLInputElement>('spinbutton', { name: 'Wind or gust from (kt)' })).value).toBe('25')
  expect(limits().gustMps).toBeCloseTo(12.861, 3)
})

it('keeps a digit after the point where one was typed', async () => {
  const { user } = await openDesk('/?units=aviation')
  await user.keyboard('a')
  const wind = await screen.findByRole<HTMLInputElement>('spinbutton', { name: 'Wind or gust from (kt)' })
  await user.clear(wind)
  await user.type(wind, '27.5{Enter}')
  await user.tab()
  expect(wind.value).toBe('27.5')
  await user.clear(wind)
  await user.type(wind, '1{Enter}')
  expect(screen.getByText('From 2 to 194 kt')).toBeTruthy()
})

it('goes by what was chosen in another window, and keeps what was raised here', () => {
  onTestFinished(followOtherWindows())
  const log = [{ id: 'a', kind: 'gust', icao: 'ZSPD', atMs: 1, data: {}, seenMs: null, acknowledgedMs: null }] as const
  useAlerts.setState({ ...useAlerts.getInitialState(), log: [...log] }, true)
  const { settings } = useAlerts.getState()
  const tell = (newValue: string | null, key = 'brontide.alerts') =>
    dispatchEvent(Object.assign(new Event('storage'), { key, newValue }))
  const chosen = { settings: { ...settings, gustMps: 12 }, sound: true, system: false }
  tell(JSON.stringify({ state: { ...chosen, log: [], memory: {} } }))
  expect(useAlerts.getState()).toMatchObject({ ...chosen, log })
  const now = useAlerts.getState()
  for (const other of ['no JSON', '{}', 'null', null, JSON.stringify({ state: chosen })]) tell(other)
  tell('{}', 'another key')
  expect(useAlerts.getState()).toBe(now)
})

it('leaves a number as it is when somebody turns the wheel over it', async () => {
  const { user } = await openDesk('/')
  await user.keyboard('a')
  const field = await screen.findByRole('spinbutton', { name: 'Visibility below (m)' })
  await user.click(field)
  expect(document.activeElement).toBe(field)
  fireEvent.wheel(field)
  expect(document.activeElement).not.toBe(field)
})
