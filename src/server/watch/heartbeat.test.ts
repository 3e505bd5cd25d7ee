import { expect, it, onTestFinished } from 'vitest'
import { MINUTE_MS } from '../../core/time/durations.ts'
import { setUpHistory } from '../../testing/history-kit.ts'
import { createLog } from '../config/log.ts'
import type { WatchStore } from '../history/watch-store.ts'
import type { Post } from './channels/post.ts'
import { REFUSED } from './channels/reach.ts'
import { openHeartbeat } from './heartbeat.ts'

const URL_OF_MONITOR = 'https://monitor.example.com/ping/a-key-of-the-monitor'

function setUp(over: { store?: (store: WatchStore) => Pick<WatchStore, 'states' | 'write'>; post?: Post } = {}) {
  const { clock, history } = setUpHistory()
  const lines: string[] = []
  const sent: { url: string; method: string | undefined; allowPrivate: boolean }[] = []
  const told: number[] = []
  const state = { isObserved: true, isTicking: true, ticked: 0 }
  const close = openHeartbeat({
    url: URL_OF_MONITOR,
    isObserved: () => state.isObserved,
    tickedMs: () => (state.isTicking ? ++state.ticked : state.ticked),
    store: over.store?.(history.watch) ?? history.watch,
    tell: async (atMs) => void told.push(atMs),
    post:
      over.post ??
      (async ({ url, method, allowPrivate }) => {
        sent.push({ url, method, allowPrivate })
        return { status: 200, text: '' }
      }),
    clock,
    log: createLog('info', { write: (line) => void lines.push(line) }),
  })
  onTestFinished(close)
  return { clock, sent, told, state, lines, pass: () => clock.advance(MINUTE_MS) }
}

it('is sent each minute by GET and to the channels, and never to this machine or its networks', async () => {
  const { pass, sent, told } = setUp()
  for (let minute = 0; minute < 3; minute++) await pass()
  expect(sent).toEqual(Array(3).fill({ url: URL_OF_MONITOR, method: 'GET', allowPrivate: false }))
  expect(told).toHaveLength(3)
})

it('is not sent without data, without a tick of the engine, or with a failing store, and recovers', async () => {
  let isLost = false
  const { pass, sent, told, state, lines } = setUp({
    store: (store) => ({ ...store, write: (change) => store.write(isLost ? {} : change) }),
  })
  await pass()
  const faults = [() => (state.isObserved = false), () => (state.isTicking = false), () => (isLost = true)]
  for (const begin of faults) {
    begin()
    await pass()
    expect([sent.length, told.length]).toEqual([1, 1])
    Object.assign(state, { isObserved: true, isTicking: true })
  }
  isLost = false
  await pass()
  expect([sent.length, told.length]).toEqual([2, 2])
  expect(lines.filter((line) => line.includes('heartbeat not sent'))).toHaveLength(3)
  expect(lines.filter((line) => line.includes('heartbeat sent again'))).toHaveLength(1)
})

it('logs once that the monitor rejects it, without its URL', async () => {
  const { pass, lines } = setUp({ post: async () => ({ status: 404, text: '' }) })
  for (let minute = 0; minute < 3; minute++) await pass()
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('status 404')
  expect(lines.join()).not.toContain('a-key-of-the-monitor')
})

it('waits for a hanging one, and for nothing else', async () => {
  let asked = 0
  const hangs = Promise.withResolvers<{ status: number; text: string }>()
  const { pass } = setUp({
    async post() {
      asked++
      return hangs.promise
    },
  })
  for (let minute = 0; minute < 3; minute++) await pass()
  expect(asked).toBe(1)
  hangs.resolve({ status: 200, text: '' })
  await pass()
  expect(asked).toBe(2)
})

it('names its own setting when the address is private', async () => {
  const { pass, lines } = setUp({ post: () => Promise.reject(new Error(REFUSED)) })
  await pass()
  expect(lines.join()).toContain('HEARTBEAT_URL is in a private range')
  expect(lines.join()).not.toContain('allowPrivate')
})
