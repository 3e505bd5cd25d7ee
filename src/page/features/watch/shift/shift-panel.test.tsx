// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { openDesk } from '../../../../testing/page-kit.tsx'
import { placeOf } from '../../../../testing/watch-kit.ts'
import { useLog } from '../log-store.ts'

const FARM = placeOf('farm', { name: 'East Wind Farm' })

beforeEach(() => sessionStorage.clear())

const GATE = { id: 'gate', kind: 'webhook', url: 'https://hooks.example.com/key', secret: 'a secret of a webhook' }

async function openShift(
  view: string,
  over: Pick<Parameters<typeof openDesk>[1] & object, 'as' | 'channels' | 'post'> = {},
) {
  const desk = await openDesk('/', { guarded: [FARM], channels: [GATE], ...over })
  useLog.setState(useLog.getInitialState(), true)
  await desk.user.click(await screen.findByRole('button', { name: /^Log of the shift/ }))
  await desk.user.click(await screen.findByRole('button', { name: view }))
  return desk
}

it('begins the hand-over with the situation as text, which is read out when more than the time has changed', async () => {
  const { watched, pass } = await openShift('Hand-over')
  const situation = await screen.findByRole('region', { name: 'Situation' })
  const live = situation.querySelector('[aria-live="polite"]')!
  await waitFor(() => expect(live.textContent).toMatch(/UTC: /))
  const announced = live.textContent
  expect(situation.textContent).toContain('No level')
  await pass(61_000)
  await waitFor(() => expect(situation.querySelector('p')!.textContent).not.toBe(announced))
  await act(() => watched!.watch.stops.begin({ by: 'Wang', place: 'farm', work: 'towing' }))
  await pass(61_000)
  await waitFor(() => expect(live.textContent).toContain('East Wind Farm: towing stopped by Wang'))
})

it('keeps a half-written note while other panels are open, and lists it among the changes once it is left', async () => {
  const { user, watched } = await openShift('Hand-over')
  const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Note to the next shift' })
  const written = await field()
  await user.type(written, 'Radar is')
  await user.click(screen.getByRole('button', { name: 'Alarms' }))
  await screen.findByRole('region', { name: 'Log of the shift' })
  await user.click(await screen.findByRole('button', { name: 'Hand-over' }))
  // Escape ends a composition of an input method, and not the note.
  const again = await field()
  fireEvent.keyDown(again, { key: 'Escape', isComposing: true })
  fireEvent.keyDown(again, { key: 'Escape', keyCode: 229 })
  expect(again.isConnected).toBe(true)
  fireEvent.keyDown(again, { key: 'Escape' })
  expect(again.isConnected).toBe(false)
  await user.click(await screen.findByRole('button', { name: /^Log of the shift/ }))
  await user.click(await screen.findByRole('button', { name: 'Hand-over' }))
  expect((await field()).value).toBe('Radar is')
  await user.type(await field(), ' away')
  await user.click(screen.getByRole('button', { name: 'Leave this note' }))
  const notes = await screen.findByRole('list', { name: 'The last notes' })
  expect(await within(notes).findByText('Radar is away')).toBeTruthy()
  await waitFor(async () => expect((await field()).value).toBe(''))
  expect(await watched!.history.watch.journal({ limit: 9 })).toMatchObject([{ by: 'li', text: 'Radar is away' }])
  await user.click(screen.getByRole('button', { name: 'Changes' }))
  expect(await screen.findByText('Note: Radar is away')).toBeTruthy()
})

it('accepts a moment in UTC when applied, and requests nothing for a partial one', async () => {
  const { user, asked } = await openShift('Changes')
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'From (UTC)' })
  const from = () => asked.filter((each) => each.includes('journal') && each.includes('from='))
  await user.type(field, '2026-07-01 18')
  await user.keyboard('{Enter}')
  expect(screen.getByRole('alert').textContent).toMatch(/^Date and time in UTC, 24 h/)
  expect(from()).toEqual([])
  await user.type(field, ':30{Enter}')
  expect(field.value).toBe('2026-07-01 18:30')
  await waitFor(() => expect(from().at(-1)).toContain(encodeURIComponent('2026-07-01T18:30')))
})

it('snoozes a place for a time with a reason, lists it, and ends it', async () => {
  const { user, clock, watched } = await openShift('Snoozed')
  await user.type(await screen.findByRole('combobox', { name: 'Place or airport' }), 'wind')
  await user.type(screen.getByRole('textbox', { name: 'Reason' }), 'crew is off')
  await user.type(screen.getByRole('textbox', { name: 'Levels by id (all if empty)' }), 'r5, r8')
  await user.click(screen.getByRole('button', { name: 'Snooze' }))
  const running = within(await screen.findByRole('list', { name: 'Active snoozes' }))
  expect(await running.findByText(/^No messages until 08:3\d UTC, for 30 more minutes \(only r5, r8\)$/)).toBeTruthy()
  expect(running.getByText('li: crew is off')).toBeTruthy()
  const list = () => watched!.watch.snoozes.list(clock.now())
  expect(list()).toMatchObject([{ place: 'farm', by: 'li', note: 'crew is off', levels: ['r5', 'r8'] }])
  await user.click(running.getByRole('button', { name: 'End the snooze' }))
  expect(await screen.findByText('Nothing is snoozed')).toBeTruthy()
  expect(list()).toEqual([])
})

it('states why a text in the field of a place chooses none', async () => {
  const { user } = await openShift('Snoozed')
  const field = await screen.findByRole('combobox', { name: 'Place or airport' })
  await user.type(field, 'airport')
  expect(screen.getByRole('alert').textContent).toMatch(/^Several places match/)
  await user.type(field, ' nowhere')
  expect(screen.getByRole('alert').textContent).toMatch(/^No place or airport has this name/)
  await user.clear(field)
  await user.type(field, 'ZSPD')
  expect(screen.queryByRole('alert')).toBe(null)
})

it('shows the state of a channel without secrets, sends a test, and shows its result', async () => {
  const { user, watched, pass } = await openShift('Channels')
  const list = within(await screen.findByRole('list', { name: 'Channels' }))
  expect(await list.findByText('gate')).toBeTruthy()
  expect(list.getByText('Webhook · hooks.example.com')).toBeTruthy()
  expect(list.getByText('Nothing sent yet')).toBeTruthy()
  await user.click(await list.findByRole('button', { name: 'Send a test' }))
  expect(await list.findByText(/^Test requested/)).toBeTruthy()
  expect(await watched!.history.watch.journal({ limit: 9 })).toMatchObject([
    { kind: 'test', by: 'li', subject: 'gate' },
  ])
  await act(() => watched!.run(10))
  await pass(6_000)
  expect(await list.findByText('The last attempt failed')).toBeTruthy()
  expect(screen.getByRole('region', { name: 'Channels' }).textContent).not.toContain('key')
})

it('reports messages sent since a test was requested', async () => {
  const { user, watched, pass } = await openShift('Channels', { post: async () => ({ status: 204, text: '' }) })
  const list = within(await screen.findByRole('list', { name: 'Channels' }))
  await user.click(await list.findByRole('button', { name: 'Send a test' }))
  await act(() => watched!.run(10))
  await pass(6_000)
  expect(await list.findByText(/^A message was sent after the test/)).toBeTruthy()
  expect(list.getByText(/^Last sent at /)).toBeTruthy()
  expect(list.queryByText('The last attempt failed')).toBe(null)
  await user.click(list.getByRole('button', { name: 'Send a test' }))
  expect(await list.findByText(/^Test requested/)).toBeTruthy()
})

it('states that alarms have no recipients, and hides tests without the permission, if there is no channel', async () => {
  await openShift('Channels', { as: 'wang', channels: [] })
  expect(await screen.findByText(/^No channel/)).toBeTruthy()
  expect(screen.queryByText(/^You cannot test/)).toBe(null)
})

it('sends no test without the permission', async () => {
  await openShift('Channels', { as: 'wang' })
  const list = within(await screen.findByRole('list', { name: 'Channels' }))
  expect(await list.findByText('gate')).toBeTruthy()
  expect(await screen.findByText(/^You cannot test channels/)).toBeTruthy()
  expect(list.queryByRole('button')).toBe(null)
})

it('has no buttons for read-only users', async () => {
  const { user } = await openShift('Snoozed', { as: 'wang' })
  expect(await screen.findByText(/^You cannot snooze notifications here/)).toBeTruthy()
  expect(await screen.findByText('Nothing is snoozed')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Snooze' })).toBe(null)
  await user.click(screen.getByRole('button', { name: 'Hand-over' }))
  expect(await screen.findByText('No notes yet')).toBeTruthy()
  expect(screen.getByText(/^You cannot leave notes here/)).toBeTruthy()
  expect(screen.queryByRole('textbox', { name: 'Note to the next shift' })).toBe(null)
})

it('opens the report of a place in a window, and as a table, with the token of the page; and reports a failure', async () => {
  const made: Blob[] = []
  const opened = { location: { replace: vi.fn() }, close: vi.fn() }
  const addresses = vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => `blob:${made.push(blob as Blob)}`)
  const windows = vi.spyOn(window, 'open').mockReturnValue(opened as unknown as Window)
  const downloads = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue() // else the document goes to it
  onTestFinished(() => {
    addresses.mockRestore()
    windows.mockRestore()
    downloads.mockRestore()
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
  expect(page).toMatch(/From 2026-06-24 08:01:00 UTC to 2026-07-01 08:00:\d\d UTC/)
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
