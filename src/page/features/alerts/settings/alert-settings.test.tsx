// @vitest-environment happy-dom
import '../../../../testing/page-globals.ts'
import { act, fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { openDesk } from '../../../../testing/page-kit.tsx'
import { usePage } from '../../../state/page-store.ts'
import { keepInStorage, useAlerts } from '../alert-store.ts'
import { choiceOf, weatherOf } from '../weather-choice.ts'

beforeEach(() => useAlerts.setState(useAlerts.getInitialState(), true))

it('applies a limit only with a valid number', async () => {
  const { user } = await openDesk('/')
  await user.keyboard('a')
  const field = await screen.findByRole('spinbutton', { name: 'Visibility below (m)' })
  const limit = () => choiceOf(useAlerts.getState().weather).visibilityM
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

it('uses the server’s levels without a stored ladder', () => {
  const { merge } = useAlerts.persist.getOptions()
  const kept = merge!({ weather: [{ id: 'wind', name: 'Wind', report: { windMps: 0 } }] }, useAlerts.getState())
  expect(kept.weather).toBeNull()
})

it('migrates limits and disabled kinds of version 1 to viewer rules, and keeps the log', async () => {
  const alert = { id: 'ZSPD/gust/1', icao: 'ZSPD', kind: 'gust', atMs: 1, seenMs: 1, acknowledgedMs: null }
  const settings = { off: ['strike', 'category', 'ceiling'], gustMps: 12, visibilityM: 1e9, ceilingM: 300 }
  const state = {
    memory: {},
    settings,
    sound: true,
    system: false,
    log: [{ ...alert, data: { mps: 13, obsMs: 1, from: null } }, 'broken', { ...alert, kind: 'thunder' }],
  }
  localStorage.setItem('brontide.alerts', JSON.stringify({ state, version: 1 }))
  await useAlerts.persist.rehydrate()
  const { weather, off, log, sound } = useAlerts.getState()
  expect(weather?.map(({ id, report }) => [id, report])).toEqual([
    ['wind', { windMps: 12, scheme: 'icao' }],
    ['visibility', { visibilityM: 10_000, scheme: 'icao' }],
  ])
  expect([off, sound]).toEqual([['strike'], true])
  expect(log.map(({ id, isOfPage, alarm }) => [id, isOfPage, alarm.stage, alarm.details.mps])).toEqual([
    ['ZSPD/gust/1', true, 'wind', 13],
  ])
})

it('shows and accepts limits in the selected units, and shows typed values unchanged', async () => {
  const { user } = await openDesk('/?units=aviation')
  await user.keyboard('a')
  const limits = () => choiceOf(useAlerts.getState().weather)
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
  expect(limits().windMps).toBeCloseTo(12.861, 3)
  expect(limits().ceilingM).toBeCloseTo(152.4, 6)
  act(() => usePage.getState().setUnits('metric'))
  const inMps = await screen.findByRole<HTMLInputElement>('spinbutton', { name: 'Wind or gust from (m/s)' })
  expect(inMps.value).toBe('12.9')
  act(() => usePage.getState().setUnits('aviation'))
  expect((await screen.findByRole<HTMLInputElement>('spinbutton', { name: 'Wind or gust from (kt)' })).value).toBe('25')
  expect(limits().windMps).toBeCloseTo(12.861, 3)
})

it('keeps a typed digit after the point', async () => {
  const { user } = await openDesk('/?units=aviation')
  await user.keyboard('a')
  const wind = await screen.findByRole<HTMLInputElement>('spinbutton', { name: 'Wind or gust from (kt)' })
  await user.clear(wind)
  await user.type(wind, '27.5{Enter}')
  await user.tab()
  expect(wind.value).toBe('27.5')
  await user.clear(wind)
  await user.type(wind, '1{Enter}')
  expect(screen.getByText('From 2 to 116 kt')).toBeTruthy()
})

it('applies the settings of another window, and keeps alerts raised here', () => {
  onTestFinished(keepInStorage())
  const { log: none, off, ...rest } = useAlerts.getInitialState()
  const log: typeof none = [...none]
  useAlerts.setState({ ...rest, off, log }, true)
  const tell = (newValue: string | null, key = 'brontide.alerts') =>
    dispatchEvent(Object.assign(new Event('storage'), { key, newValue }))
  const weather = weatherOf({ ...choiceOf(null), windMps: 12 })
  const chosen = { off: ['speci'], weather, sound: true, system: false }
  tell(JSON.stringify({ state: { ...chosen, log: [] } }))
  expect(useAlerts.getState()).toMatchObject(chosen)
  const now = useAlerts.getState()
  for (const other of ['no JSON', '{}', 'null', null, JSON.stringify({ state: chosen })]) tell(other)
  tell('{}', 'another key')
  expect(useAlerts.getState()).toBe(now)
})

it('ignores the mouse wheel over a number', async () => {
  const { user } = await openDesk('/')
  await user.keyboard('a')
  const field = await screen.findByRole('spinbutton', { name: 'Visibility below (m)' })
  await user.click(field)
  expect(document.activeElement).toBe(field)
  fireEvent.wheel(field)
  expect(document.activeElement).not.toBe(field)
})
