// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { openDesk } from '../../../testing/page-kit.tsx'
import { placeOf } from '../../../testing/watch-kit.ts'
import { useAlarmLog } from '../../live/alarms/alarm-log.ts'
import { ONE_PANEL } from '../../state/narrow.ts'
import { usePage } from '../../state/page-store.ts'
import { useLog } from './log-store.ts'

beforeEach(() => {
  useLog.setState(useLog.getInitialState(), true)
  useAlarmLog.setState(useAlarmLog.getInitialState(), true)
})

it.each([
  { room: 'one panel', isNarrow: true, shown: null },
  { room: 'two', isNarrow: false, shown: 'log' },
])('shows the moment of an alarm where there is room for $room', async ({ isNarrow, shown }) => {
  const { user, watched } = await openDesk('/', { guarded: [placeOf('golf', { name: 'East Golf' })] })
  await waitFor(() => expect(useAlarmLog.getState().line.kind).toBe('live'))
  await act(() => watched!.run(2))
  watched!.strike(3)
  await act(() => watched!.run(1))
  act(() => useLog.getState().show('log'))
  const [time] = await screen.findAllByTitle('Show this moment on the map')
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (media) => Object.assign(new EventTarget(), { matches: isNarrow && media === ONE_PANEL, media }) as MediaQueryList,
  )
  await user.click(time!)
  expect(usePage.getState().shownAtMs).not.toBe(null)
  expect(usePage.getState().selection).toEqual({ kind: 'place', id: 'golf' })
  expect(useLog.getState().shown).toBe(shown)
  vi.restoreAllMocks()
})

it('accepts a name typed into "Acknowledge", without triggering shortcuts, beside the field either', async () => {
  const { user, watched } = await openDesk('/?watch=.golf', { guarded: [placeOf('golf')], as: null })
  await waitFor(() => expect(useAlarmLog.getState().line.kind).toBe('live'))
  await act(() => watched!.run(2))
  watched!.strike(3)
  await act(() => watched!.run(1))
  act(() => usePage.getState().select({ kind: 'place', id: 'golf' }))
  act(() => useLog.getState().show('log'))
  const log = within(await screen.findByRole('region', { name: /^Log/ }))
  const [open] = await log.findAllByRole('button', { name: 'Acknowledge' })
  await user.click(open!)
  const name = log.getByRole<HTMLInputElement>('textbox', { name: /name/i })
  expect(document.activeElement).toBe(name)
  await user.keyboard('wb')
  expect(name.value).toBe('wb')
  act(() => name.blur())
  await user.keyboard('wb ')
  expect(usePage.getState().watched).toEqual(['golf'])
  expect(usePage.getState().board.open).toBe(false)
  act(() => name.focus())
  await user.keyboard('{Escape}')
  expect(log.queryByRole('textbox', { name: /name/i })).toBeNull()
  expect(document.activeElement).toBe(open)
})
