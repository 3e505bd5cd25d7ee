import { expect, it } from 'vitest'
import type { Gap } from '../../../contract/brontide.ts'
import { createFakeClock } from '../../../testing/fakes/fake-clock.ts'
import { LIVE } from '../../../testing/fakes/fake-source.ts'
import type { Viewer } from './channel.ts'
import type { Frame } from './fan-out.ts'
import { createLineNotices } from './line-notices.ts'

const GAP = { feed: 'lightning' as const, from: '2026-07-01T07:00:00Z', to: '2026-07-01T07:10:00Z' }

function setUp(link = LIVE) {
  const clock = createFakeClock()
  const told: unknown[] = []
  const gaps: Gap[] = []
  const textOf = (frame: Frame) => JSON.parse(frame.plain.subarray(2).toString())
  const notices = createLineNotices({
    clock,
    link,
    gaps: () => gaps,
    broadcast: (frame) => void told.push(textOf(frame)),
  })
  const greeted = () => {
    const heard: { type: string }[] = []
    const viewer = { send: (frame: Frame) => void heard.push(textOf(frame)) } as Viewer
    notices.greet(viewer)
    return heard
  }
  return { clock, notices, told, gaps, greeted }
}

it('sends the state each 5 s while the feed is down, and each half minute otherwise', async () => {
  const { clock, notices, told } = setUp()
  await clock.advance(120_000)
  expect(told).toHaveLength(4)
  expect(told[0]).toEqual({ type: 'source_status', live: true, since: LIVE.since })
  notices.onLink({ ...LIVE, state: 'down' })
  await clock.advance(30_000)
  expect(told).toHaveLength(4 + 1 + 6)
  notices.close()
  await clock.advance(60_000)
  expect(told).toHaveLength(11)
})

it('reports a gap at once, and every known gap to new clients', () => {
  const { notices, told, gaps, greeted } = setUp()
  notices.onGap(GAP)
  expect(told).toEqual([{ type: 'gap', from: GAP.from, to: GAP.to }])
  expect(greeted().map(({ type }) => type)).toEqual(['source_status'])
  gaps.push(GAP, { ...GAP, to: '2026-07-01T07:20:00Z' })
  expect(greeted().map(({ type }) => type)).toEqual(['source_status', 'gap', 'gap'])
  notices.close()
})
