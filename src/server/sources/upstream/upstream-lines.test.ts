import { expect, it, vi } from 'vitest'
import type { FeedStatus } from '../../../client/feed/feed.ts'
import { createFakeClock } from '../../../testing/fakes/fake-clock.ts'
import { reportRecord } from '../../../testing/fakes/fake-source.ts'
import { createGroupCount, createLinkTeller } from './upstream-lines.ts'

it('counts unused groups, and logs the first report of a minute with some', async () => {
  const clock = createFakeClock()
  const warn = vi.fn()
  const groups = createGroupCount({ log: { warn } as never, clock })
  const record = (raw_metar: string) => reportRecord({ raw_metar })

  groups.add([reportRecord(), record('METAR KGYR 072147Z 12006KT 1/0SM FG BK003 OVC010 12/12 A2992')])
  groups.add([record('METAR ZSPD 010800Z 999999KT 9999 NSC 12/10 Q1008')])
  expect(groups.counts).toEqual({ impossibleGroups: 2, unreadGroups: 1 })
  expect(warn).toHaveBeenCalledTimes(1)
  expect(warn).toHaveBeenCalledWith(
    expect.objectContaining({ impossible: ['1/0SM'], unread: ['BK003'] }),
    'METAR groups ignored',
  )

  await clock.advance(60_000)
  groups.add([record('METAR ZSPD 010800Z 999999KT 9999 NSC 12/10 Q1008')])
  expect(warn).toHaveBeenCalledTimes(2)
})

it('dates an outage from the last data, also from before the start', async () => {
  const clock = createFakeClock()
  const startedMs = clock.now()
  const status = (state: FeedStatus['state'], lastDataMs: number | null) =>
    ({ state, lastDataMs, reconnects: 0, lastError: null }) as FeedStatus
  const sinceOf = (told: ReturnType<ReturnType<typeof createLinkTeller>>) =>
    Math.round(Date.parse(told.since) - startedMs)

  const restarted = createLinkTeller(clock, clock, () => startedMs - 360_000)
  await clock.advance(60_000)
  expect(sinceOf(restarted(status('connecting', null)))).toBe(-360_000)
  expect(sinceOf(restarted(status('source-down', null)))).toBe(-360_000)
  expect(sinceOf(restarted(status('live', startedMs + 60_000)))).toBe(60_000)

  const first = createLinkTeller(clock, clock, () => null)
  await clock.advance(60_000)
  expect(sinceOf(first(status('connecting', null)))).toBe(60_000)
})
