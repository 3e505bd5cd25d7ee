// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { reportRecord } from '../../../testing/fakes/fake-source.ts'
import { openDesk } from '../../../testing/page-kit.tsx'
import { placeOf } from '../../../testing/watch-kit.ts'
import { raisedAlarms, useAlarmLog } from '../../live/alarms/alarm-log.ts'
import { useAlerts } from './alert-store.ts'
import { useOwnLevels } from './own-levels.ts'
import { rowsHere } from './rows-here.ts'

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

it('shows the server’s alarms, and acknowledges them there', async () => {
  const desk = await storm()
  const { user, strip } = desk
  expect(within(strip).getByText('+1 more')).toBeTruthy()
  await user.click(within(strip).getByRole('button', { name: 'Acknowledge' }))
  await within(strip).findByText(/16.km · Shanghai Pudong/)
  expect((await acknowledgements(desk)).sort()).toEqual([
    ['alarm', 'li'],
    ['alert', undefined],
  ])
})

it('has a step down and a gap read out, which require no acknowledgement', async () => {
  const { watched } = await storm()
  await act(() => watched.silence(35))
  const passing = await screen.findByRole('status', { name: 'Changes of levels' })
  expect(passing.textContent).toMatch(/^No lightning data since 08:00:\d\d/)
})

it('ignores a press on an alert that has just appeared, as in a double click', async () => {
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
})

it('acknowledges by one click during a change of leader, and shows progress', async () => {
  const desk = await storm()
  const { user, strip, watched, pass } = desk
  watched.refuseChanges(1)
  await user.click(within(strip).getByRole('button', { name: 'Acknowledge' }))
  await pass(1_000)
  within(strip).getByRole('button', { name: 'Sending…' })
  await pass(1_500)
  await within(strip).findByText(/16.km · Shanghai Pudong/)
  within(strip).getByRole('button', { name: 'Acknowledge' })
  expect((await acknowledgements(desk)).filter(([, by]) => by === 'li')).toEqual([['alarm', 'li']])
})

it('reports a failed acknowledgement after twenty seconds', async () => {
  const desk = await storm()
  const { user, strip, watched, pass } = desk
  watched.refuseChanges(20)
  await user.click(within(strip).getByRole('button', { name: 'Acknowledge' }))
  for (let second = 0; second < 25; second++) await pass(1_000)
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
  onTestFinished(raisedAlarms.subscribe((rows) => void told.push(...rowsHere(rows).map(({ id }) => id.split('.')[2]!))))
  await act(() => watched.silence(40))
  await act(() => watched.run(3))
  await waitFor(() => expect(told).toEqual(['gap', 'seen']))
  expect(within(strip).getByText('+1 more')).toBeTruthy()
  await act(() => watched.run(HOLD_MIN * 60))
  await within(strip).findAllByText(/no longer current/)
})

it('lets users without permission dismiss it on this page only', async () => {
  const desk = await storm('guest')
  const { user, strip, pass } = desk
  const setAside = () => within(strip).getByRole('button', { name: 'Set aside here' })
  await user.click(setAside())
  await pass(1_000)
  await user.click(setAside())
  await waitFor(() => expect(strip.textContent).toBe(''))
  expect((await acknowledgements(desk)).map(([, by]) => by)).toEqual([undefined, undefined])
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
