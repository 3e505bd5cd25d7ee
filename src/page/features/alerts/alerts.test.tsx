// @vitest-environment happy-dom
import '../../../testing/page-globals.ts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { reportRecord } from '../../../testing/fakes/fake-source.ts'
import { openDesk } from '../../../testing/page-kit.tsx'
import { placeOf } from '../../../testing/watch-kit.ts'
import { raisedAlarms, useAlarmLog } from '../../live/alarms/alarm-log.ts'
import { usePage } from '../../state/page-store.ts'
import { keepInStorage, useAlerts } from './alert-store.ts'
import { useOwnLevels } from './own-levels.ts'
import { rowsHere } from './rows-here.ts'
import { choiceOf, weatherOf } from './weather-choice.ts'

describe('alarms of the server', () => {
  /** The shortest permitted hold time: each second is rendered. */
  const HOLD_MIN = 5

  beforeEach(() => {
    localStorage.clear()
    useAlerts.setState(useAlerts.getInitialState(), true)
    useAlarmLog.setState(useAlarmLog.getInitialState(), true)
  })

  /** A desk that watches Pudong, over a server that watches it, too; strikes 12 and 3 km from it have just turned levels on. */
  async function storm(as?: string | null) {
    const airport = placeOf('ZSPD', { name: 'Shanghai Pudong', group: 'airports', holdMin: HOLD_MIN })
    const places = [airport, placeOf('golf', {}, 1)]
    const desk = await openDesk('/?watch=ZSPD', { guarded: places, ...(as !== undefined && { as }) })
    await waitFor(() => expect(useAlarmLog.getState().line.kind).toBe('live'))
    const watched = desk.watched!
    await act(() => watched.run(2))
    watched.strike(12)
    await act(() => watched.run(1))
    watched.strike(3)
    await act(() => watched.run(1))
    const strip = await screen.findByRole('region', { name: 'New alerts' })
    await within(strip).findByText(/5.km · Shanghai Pudong/)
    await desk.pass(1_000) // long enough to be read
    return { ...desk, watched, strip }
  }
  const acknowledgements = async ({ watched }: Awaited<ReturnType<typeof storm>>) => {
    const kept = await watched.history.watch.alarms({ limit: 10 })
    return kept.map(({ alarm }) => [alarm.stage, alarm.acknowledged?.by])
  }

  it('lets users without permission dismiss it on this page only, and ignores a press on an alert that has just appeared', async () => {
    const desk = await storm('guest')
    const { user, strip, pass } = desk
    const setAside = () => within(strip).getByRole('button', { name: 'Set aside here' })
    const waiting = () => useAlerts.getState().log.filter(({ acknowledgedMs }) => acknowledgedMs === null)
    await user.dblClick(setAside())
    expect(waiting().map(({ alarm }) => alarm?.stage)).toEqual(['alert'])
    expect(document.activeElement).toBe(setAside())
    expect(setAside().getAttribute('aria-disabled')).toBe('true')
    await pass(1_000)
    await user.click(setAside())
    expect(waiting()).toEqual([])
    await waitFor(() => expect(strip.textContent).toBe(''))
    expect((await acknowledgements(desk)).map(([, by]) => by)).toEqual([undefined, undefined])
  })

  it('acknowledges by one click during a change of leader, and shows progress', async () => {
    const desk = await storm()
    const { user, strip, watched, pass } = desk
    expect(within(strip).getByText('+1 more')).toBeTruthy()
    watched.refuseChanges(1)
    await user.click(within(strip).getByRole('button', { name: 'Acknowledge' }))
    await pass(1_000)
    within(strip).getByRole('button', { name: 'Sending…' })
    await pass(1_500)
    await within(strip).findByText(/16.km · Shanghai Pudong/)
    within(strip).getByRole('button', { name: 'Acknowledge' })
    expect((await acknowledgements(desk)).sort()).toEqual([
      ['alarm', 'li'],
      ['alert', undefined],
    ])
  })

  it('reports a failed acknowledgement after twenty seconds', async () => {
    const desk = await storm()
    const { user, strip, watched, pass } = desk
    watched.refuseChanges(20)
    await user.click(within(strip).getByRole('button', { name: 'Acknowledge' }))
    await pass(25_000)
    await screen.findByText('Not acknowledged')
    within(strip).getByRole('button', { name: 'Acknowledge' })
  })

  it('shows alarms of the viewer’s own rings, which can be acknowledged without a role', async () => {
    const places = [placeOf('ZSPD', { name: 'Shanghai Pudong', group: 'airports' })]
    const desk = await openDesk('/?watch=ZSPD&rings=20,40&hold=20', { guarded: places, as: 'guest' })
    await waitFor(() => expect(useAlarmLog.getState().line.kind).toBe('live'))
    const watched = desk.watched!
    await act(() => watched.run(3))
    await waitFor(() => expect(useOwnLevels.getState().judged.size).toBe(1))
    watched.strike(30)
    await act(() => watched.run(1))
    const strip = await screen.findByRole('region', { name: 'New alerts' })
    await within(strip).findByText(/40.km · Shanghai Pudong/)
    await desk.pass(1_000)
    await desk.user.click(within(strip).getByRole('button', { name: 'Acknowledge' }))
    await waitFor(() => expect(strip.textContent).toBe(''))
    expect(useAlarmLog.getState().own.map(({ acknowledged }) => acknowledged?.by)).toEqual(['guest'])
    expect(await acknowledgements({ ...desk, watched, strip })).toEqual([])
  })

  it('shows alarms of the viewer’s own limits, also on a page opened later', async () => {
    const places = [placeOf('ZSPD', { name: 'Shanghai Pudong', group: 'airports' })]
    useAlerts.getState().setWeather({ windMps: 12 })
    const desk = await openDesk('/?watch=ZSPD', { guarded: places, as: 'guest' })
    await waitFor(() => expect(useAlarmLog.getState().line.kind).toBe('live'))
    const watched = desk.watched!
    await act(() => watched.run(3))
    await waitFor(() => expect(useOwnLevels.getState().judged.size).toBe(1))
    for (const raw_metar of [
      'METAR ZSPD 010800Z 12004MPS CAVOK 28/22 Q1008',
      'METAR ZSPD 010830Z 12013MPS CAVOK 28/22 Q1008',
    ]) {
      await act(async () => {
        watched.source.emitReports({ kind: 'reports', records: [reportRecord({ raw_metar })] })
        await watched.run(1)
      })
    }
    const strip = await screen.findByRole('region', { name: 'New alerts' })
    await within(strip).findByText(/Shanghai Pudong/)
    expect(useAlerts.getState().log.map(({ alarm }) => alarm?.own)).toEqual([...useOwnLevels.getState().judged])
    expect(await acknowledgements({ ...desk, watched, strip })).toEqual([])
  })

  it('shows an acknowledgement of another screen at once', async () => {
    const { watched, strip, clock, asked } = await storm()
    const kept = await watched.history.watch.alarms({ limit: 10 })
    const second = () => Math.floor(clock.now() / 1_000)
    const before = { second: second(), asked: asked.length }
    const acknowledgement = { by: 'wang', at: new Date(clock.now()).toISOString(), note: '' }
    await act(async () => {
      for (const { alarm } of kept)
        await watched.watch.writer.write({ acknowledged: { alarmId: alarm.id, acknowledgement } })
    })
    await waitFor(() => expect(strip.textContent).toBe(''))
    expect({ second: second(), asked: asked.length }).toEqual(before)
    expect(useAlerts.getState().log.map(({ alarm }) => alarm?.acknowledged?.by)).toEqual(['wang', 'wang'])
  })

  it('marks a pending alert as over once its level is off, and reports missing and returning data', async () => {
    const { watched, strip } = await storm()
    const told: string[] = []
    onTestFinished(
      raisedAlarms.subscribe((rows) => void told.push(...rowsHere(rows).map(({ id }) => id.split('.')[2]!))),
    )
    await act(() => watched.silence(40))
    // Read out, and without an acknowledgement.
    const passing = await screen.findByRole('status', { name: 'Changes of levels' })
    expect(passing.textContent).toMatch(/^No lightning data since 08:00:\d\d/)
    await act(() => watched.run(3))
    await waitFor(() => expect(told).toEqual(['gap', 'seen']))
    expect(within(strip).getByText('+1 more')).toBeTruthy()
    await act(() => watched.run(HOLD_MIN * 60))
    await within(strip).findAllByText(/no longer current/)
  })

  it('states in an empty log where the alarms of the server are', async () => {
    const { user } = await openDesk('/', { guarded: [placeOf('golf')] })
    await user.keyboard('a')
    await screen.findByText('No alert kept in this browser yet. Alarms of the server: log of the shift (J).')
  })

  it('requests the author’s name in a field, and continues by Enter', async () => {
    const desk = await storm(null)
    const { user, strip } = desk
    await user.click(within(strip).getByRole('button', { name: 'Acknowledge' }))
    const field = await screen.findByRole('textbox', { name: 'Your name' })
    await waitFor(() => expect(document.activeElement).toBe(field))
    expect((await acknowledgements(desk)).flat()).not.toContain('wang')
    await user.keyboard('wang{Enter}')
    await waitFor(async () => expect(await acknowledgements(desk)).toContainEqual(['alarm', 'wang']))
    expect(await acknowledgements(desk)).toContainEqual(['alert', undefined])
    await waitFor(() => expect(screen.queryByText(/^Enter your name first/)).toBeNull())
  })
})

describe('the settings', () => {
  beforeEach(() => useAlerts.setState(useAlerts.getInitialState(), true))

  it('applies a limit only with a valid number, and ignores the mouse wheel over it', async () => {
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
    expect(document.activeElement).toBe(field)
    fireEvent.wheel(field)
    expect(document.activeElement).not.toBe(field)
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
    expect((await screen.findByRole<HTMLInputElement>('spinbutton', { name: 'Wind or gust from (kt)' })).value).toBe(
      '25',
    )
    expect(limits().windMps).toBeCloseTo(12.861, 3)
    const again = screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Wind or gust from (kt)' })
    await user.clear(again)
    await user.type(again, '27.5{Enter}')
    await user.tab()
    expect(again.value).toBe('27.5') // with the digit after the point
    await user.clear(again)
    await user.type(again, '1{Enter}')
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
})
