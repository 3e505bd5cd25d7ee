import { expect, it } from 'vitest'
import type { StreamListener } from '../../../client/watch/watch-access.ts'
import type { Alarm } from '../../../contract/watch/alarms.ts'
import { Emitter } from '../../../core/util/emitter.ts'
import { createFakeClock } from '../../../testing/fakes/fake-clock.ts'
import { shareStream, type TabMessage, type Tabs } from './shared-stream.ts'

const ALARM: Alarm = {
  id: 'a',
  place: null,
  stage: 'feed-lost',
  at: '2026-07-01T08:00:00Z',
  struckAt: null,
  distanceKm: null,
  arrival: null,
  watched: null,
  simulated: false,
  details: {},
  link: null,
  acknowledged: null,
}

/** A browser, and the streams that its tabs open at the server. */
function setUp() {
  const clock = createFakeClock()
  const said = new Emitter<{ from: object; what: TabMessage }>()
  const streams: { lastId: string | null; listener: StreamListener; end(): void }[] = []
  const openTab = (draw = 0.5) => {
    const self = {}
    const tabs: Tabs = {
      say: (what) => said.emit({ from: self, what }),
      listen: (listener) => said.subscribe(({ from, what }) => from !== self && listener(what)),
    }
    const follow = shareStream({
      tabs,
      clock,
      random: () => draw,
      follow: (listener, lastId, signal) =>
        new Promise((resolve, reject) => {
          streams.push({ lastId, listener, end: resolve })
          listener.opened()
          signal.addEventListener('abort', () => reject(signal.reason))
        }),
    })
    const heard: string[] = []
    const told = { opened: 0, ended: 0 }
    const closing = new AbortController()
    const listener: StreamListener = {
      opened: () => void told.opened++,
      heard: (alarms) => void heard.push(...alarms.map(({ id }) => id)),
    }
    const end = () => void told.ended++
    follow(listener, null, closing.signal).then(end, end)
    return { heard, told, close: () => closing.abort() }
  }
  return { clock, streams, openTab }
}

it('is opened by one tab of a browser, and shared by all', async () => {
  const { clock, streams, openTab } = setUp()
  const first = openTab()
  await clock.advance(1_000)
  const second = openTab()
  await clock.advance(1_000)
  expect(streams).toHaveLength(1)
  expect([first.told, second.told]).toEqual([
    { opened: 1, ended: 0 },
    { opened: 1, ended: 0 },
  ])
  streams[0]!.listener.heard([ALARM], '7')
  expect([first.heard, second.heard]).toEqual([['a'], ['a']])
})

it('is taken by one of the tabs opened together', async () => {
  const { clock, streams, openTab } = setUp()
  for (const draw of [0.7, 0.2, 0.9]) openTab(draw)
  await clock.advance(3_000)
  expect(streams).toHaveLength(1)
})

it('continues in another tab, after the last received event, when its owner closes', async () => {
  const { clock, streams, openTab } = setUp()
  const first = openTab()
  await clock.advance(1_000)
  const second = openTab()
  await clock.advance(1_000)
  streams[0]!.listener.heard([ALARM], '7')
  first.close()
  await clock.advance(1_000)
  expect(streams.map(({ lastId }) => lastId)).toEqual([null, '7'])
  streams[1]!.listener.heard([{ ...ALARM, id: 'b' }], '8')
  expect(second.heard).toEqual(['a', 'b'])
  expect(second.told.ended).toBe(0)
})

it('that breaks is reported by its end', async () => {
  const { clock, streams, openTab } = setUp()
  const { told } = openTab()
  await clock.advance(1_000)
  streams[0]!.end()
  await clock.advance(1)
  expect(told.ended).toBe(1)
})

it('is released by a tab that receives nothing', async () => {
  const { clock, openTab } = setUp()
  openTab()
  await clock.advance(1_000)
  const second = openTab()
  await clock.advance(1_000)
  second.close()
  await clock.advance(1)
  expect(second.told.ended).toBe(1)
})
