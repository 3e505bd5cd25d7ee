// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { openDesk } from '../../../../testing/page-kit.tsx'
import { placeOf } from '../../../../testing/watch-kit.ts'
import { useLog } from '../log-store.ts'

const FARM = placeOf('farm', { name: 'East Wind Farm' })

async function openShift(view: string, as?: string) {
  const desk = await openDesk('/', { guarded: [FARM], ...(as && { as }) })
  useLog.setState(useLog.getInitialState(), true)
  await desk.user.click(await screen.findByRole('button', { name: /^Log of the shift/ }))
  await desk.user.click(await screen.findByRole('button', { name: view }))
  return desk
}

it('leaves a note to the next shift, which is read there and stands among the changes', async () => {
  const { user, watched } = await openShift('Hand-over')
  await user.type(await screen.findByRole('textbox', { name: 'Note to the next shift' }), 'Radar is away')
  await user.click(screen.getByRole('button', { name: 'Leave this note' }))
  const notes = await screen.findByRole('list', { name: 'The last notes' })
  expect(await within(notes).findByText('Radar is away')).toBeTruthy()
  expect(await watched!.history.watch.journal({ limit: 9 })).toMatchObject([{ by: 'li', text: 'Radar is away' }])
  await user.click(screen.getByRole('button', { name: 'Changes' }))
  expect(await screen.findByText('Note: Radar is away')).toBeTruthy()
})

it('snoozes a place for so long with a reason, lists it, and takes it back', async () => {
  const { user, clock, watched } = await openShift('Snoozed')
  await user.type(await screen.findByRole('combobox', { name: 'Place or airport' }), 'East Wind Farm (farm)')
  await user.type(screen.getByRole('textbox', { name: 'Reason' }), 'crew is off')
  await user.click(screen.getByRole('checkbox', { name: 'Approach' }))
  await user.click(screen.getByRole('button', { name: 'Snooze' }))
  const running = within(await screen.findByRole('list', { name: 'Snoozes that run' }))
  expect(
    await running.findByText(/^Nothing goes out until 08:3\d UTC, for 30 more minutes \(only Approach\)$/),
  ).toBeTruthy()
  expect(running.getByText('li: crew is off')).toBeTruthy()
  const list = () => watched!.watch.snoozes.list(clock.now())
  expect(list()).toMatchObject([{ place: 'farm', by: 'li', note: 'crew is off', stages: ['approach'] }])
  await user.click(running.getByRole('button', { name: 'End the snooze' }))
  expect(await screen.findByText('Nothing is snoozed')).toBeTruthy()
  expect(list()).toEqual([])
})

it('offers nothing to press to who may only see', async () => {
  const { user } = await openShift('Snoozed', 'wang')
  expect(await screen.findByText(/^You cannot acknowledge/)).toBeTruthy()
  expect(await screen.findByText('Nothing is snoozed')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Snooze' })).toBe(null)
  await user.click(screen.getByRole('button', { name: 'Hand-over' }))
  expect(await screen.findByText('No notes yet')).toBeTruthy()
  expect(screen.queryByRole('textbox', { name: 'Note to the next shift' })).toBe(null)
})

it('opens the report of a place in a window, and as a table, by the token of the page; and says where none comes', async () => {
  const made: Blob[] = []
  const opened = { location: { replace: vi.fn() }, close: vi.fn() }
  const addresses = vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => `blob:${made.push(blob as Blob)}`)
  const windows = vi.spyOn(window, 'open').mockReturnValue(opened as unknown as Window)
  onTestFinished(() => {
    addresses.mockRestore()
    windows.mockRestore()
  })
  const { user, watched } = await openShift('Reports')
  expect(await screen.findByText('Choose a place or an airport.')).toBeTruthy()
  await user.type(screen.getByRole('combobox', { name: 'Place or airport' }), 'farm')
  await user.click(screen.getByRole('button', { name: 'Last 7 days' }))
  const open = () => user.click(screen.getByRole('button', { name: 'Open the report to print' }))
  await open()
  await waitFor(() => expect(opened.location.replace).toHaveBeenCalledWith('blob:1'))
  const page = await made[0]!.text()
  expect(page).toContain('<h1>Lightning at East Wind Farm</h1>')
  expect(page).toContain('From 2026-06-24 08:00:00 UTC to 2026-07-01 08:00:00 UTC')
  await user.click(screen.getByRole('button', { name: 'Export as CSV' }))
  await waitFor(() => expect(made).toHaveLength(2))
  expect(await made[1]!.text()).toMatch(/^hour_utc,place_id,within_5_km/)

  watched!.guard([])
  await open()
  expect(await screen.findByText('No report')).toBeTruthy()
  expect(opened.close).toHaveBeenCalled()
  windows.mockReturnValue(null)
  await open()
  expect(await screen.findByText('No report shown')).toBeTruthy()
})
