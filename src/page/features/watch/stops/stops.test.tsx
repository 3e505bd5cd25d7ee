// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { openDesk } from '../../../../testing/page-kit.tsx'
import { placeOf } from '../../../../testing/watch-kit.ts'
import { useAlarmLog } from '../../../live/alarms/alarm-log.ts'
import { useLog } from '../log-store.ts'

const FARM = placeOf('farm', { name: 'East Wind Farm' })

beforeEach(() => {
  sessionStorage.clear()
  useAlarmLog.setState(useAlarmLog.getInitialState(), true)
})

beforeEach(() => useAlarmLog.setState(useAlarmLog.getInitialState(), true))

it('records a work stop in the panel of a place, changes it, and records the resumption', async () => {
  const { user, watched } = await openDesk('/?place=farm', { guarded: [FARM] })
  const open = () => watched!.watch.stops.open('farm')
  await user.click(await screen.findByRole('button', { name: 'Record a stop here' }))
  await user.type(screen.getByRole('textbox', { name: 'Which work' }), 'fuelling')
  await user.click(screen.getByRole('button', { name: 'Record a work stop' }))
  const list = () => screen.findByRole('list', { name: 'Open work stops' })
  expect(await within(await list()).findByText('Work stop: fuelling')).toBeTruthy()
  expect(within(await list()).getByText(/^li 08:0\d UTC · no earliest resume$/)).toBeTruthy()
  expect(open()).toMatchObject([{ work: 'fuelling', by: 'li' }])

  await user.click(within(await list()).getByRole('button', { name: 'Change' }))
  await user.type(screen.getByRole('textbox', { name: 'Earliest resume (UTC)' }), '2026-07-01 09:00{Enter}')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await within(await list()).findByText(/earliest resume 09:00 UTC$/)).toBeTruthy()

  await user.click(within(await list()).getByRole('button', { name: 'Resume' }))
  expect(open()).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: 'Record that work goes on' }))
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Open work stops' })).toBe(null))
  expect(open()).toEqual([])
})

it('shows another user’s record at once, and the time since the earliest resume', async () => {
  const { watched, clock, pass } = await openDesk('/?place=farm', { guarded: [FARM] })
  await screen.findByRole('button', { name: 'Record a stop here' })
  await waitFor(() => expect(useAlarmLog.getState().line.kind).toBe('live'))
  const earliestResume = new Date(clock.now() + 30_000).toISOString()
  await act(() => watched!.watch.stops.begin({ by: 'Wang', place: 'farm', work: 'towing', earliestResume }))
  await pass(1_000)
  expect(await screen.findByText('Work stop: towing')).toBeTruthy()
  await pass(100_000)
  expect(await screen.findByText(/passed 1 min ago, not resumed$/)).toBeTruthy()
})

it('uses the most severe triggered level as the reason by default', async () => {
  const { user, watched } = await openDesk('/?place=farm', { guarded: [FARM] })
  await user.click(await screen.findByRole('button', { name: 'Record a stop here' }))
  await act(async () => {
    await watched!.run(2)
    watched!.strike(6)
    await watched!.run(2)
  })
  const level = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Because of level' })
  expect(level.value).toBe('r8')
  await user.selectOptions(level, '16 km')
  await user.type(screen.getByRole('textbox', { name: 'Which work' }), 'towing')
  await user.click(screen.getByRole('button', { name: 'Record a work stop' }))
  await waitFor(() => expect(watched!.watch.stops.open('farm')).toMatchObject([{ work: 'towing', level: 'r16' }]))
})

it('lists all stops for read-only users, without a button', async () => {
  const { user, watched } = await openDesk('/', { guarded: [FARM], as: 'wang' })
  await act(() => watched!.watch.stops.begin({ by: 'Wang', place: 'farm', work: 'towing' }))
  useLog.setState(useLog.getInitialState(), true)
  await user.click(await screen.findByRole('button', { name: /^Log of the shift/ }))
  await user.click(await screen.findByRole('button', { name: 'Work stops' }))
  const list = await screen.findByRole('list', { name: 'Open work stops' })
  expect(within(list).getByText('East Wind Farm (farm)')).toBeTruthy()
  expect(within(list).queryByRole('button')).toBe(null)
  expect(screen.getByText(/^You cannot record work stops here/)).toBeTruthy()
})

it('sums up the load of alarms', async () => {
  const { user, watched } = await openDesk('/', { guarded: [FARM] })
  await act(async () => {
    await watched!.run(2)
    watched!.strike(12)
    await watched!.run(2)
  })
  useLog.setState(useLog.getInitialState(), true)
  await user.click(await screen.findByRole('button', { name: /^Log of the shift/ }))
  await user.click(await screen.findByRole('button', { name: 'Alarm load' }))
  expect(await screen.findByText('1 row')).toBeTruthy()
  const places = within(screen.getByRole('list', { name: 'By place' }))
  expect(places.getByText('East Wind Farm (farm)')).toBeTruthy()
  expect(screen.getByText('None was acknowledged')).toBeTruthy()
})
