// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react'
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
