// @vitest-environment happy-dom
import { cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { FLASH_SPREAD_MS, StrikeColumns } from '../../../../core/strikes/strike-columns.ts'
import { HOUR_MS } from '../../../../core/time/durations.ts'
import { createFakeClock, type FakeClock } from '../../../../testing/fakes/fake-clock.ts'
import { strikeRecord } from '../../../../testing/fakes/fake-source.ts'
import { useReplay } from '../../../live/time/replay.ts'
import { markShown } from '../../../map/opening/paint-timing.ts'
import { FLASH_S } from './strike-shaders.ts'
import type { StrikeLook } from './strike-uniforms.ts'
import { useRepaints } from './use-repaints.ts'

const FLASH_MS = FLASH_S * 1_000 + FLASH_SPREAD_MS
const MS_A_FRAME = 16

let clock: FakeClock
let frameTookMs: number
let drawnAtMs: number[]
let isAsked: boolean
let rendered: () => void

const map = {
  triggerRepaint() {
    if (isAsked) return
    isAsked = true
    clock.after(MS_A_FRAME, draw)
  },
  getZoom: () => 3,
  on: (_: string, listener: () => void) => {
    rendered = listener
  },
  off: () => {},
}
function draw() {
  isAsked = false
  drawnAtMs.push(clock.monotonicMs())
  rendered()
}

vi.mock('../../../map/map-hooks.ts', () => ({ useMapInstance: () => map }))
vi.mock('../../../live/server-connection.ts', () => ({ useServerConnection: () => ({ clock }) }))
vi.mock('../../../map/gl/frame-pace.ts', () => ({ frameTookMs: () => frameTookMs }))

beforeEach(() => {
  markShown('strikes')
  clock = createFakeClock()
  drawnAtMs = []
  isAsked = false
})
afterEach(cleanup)

/** A map in a quiet moment, one frame of which takes this much of the main thread. */
async function setUp(tookMs: number, { past = false } = {}) {
  frameTookMs = tookMs
  const columns = new StrikeColumns()
  const look = { current: { past, calm: false, windowMs: HOUR_MS } as StrikeLook }
  renderHook(() => useRepaints(columns, look))
  await clock.advance(5_000)
  drawnAtMs = []
  let strikes = 0
  const strike = () => {
    const record = strikeRecord({ time: clock.now() * 1e6, lat: 30 + strikes++ / 100, lon: 120 })
    columns.push([record], clock.now(), true)
  }
  return { strike }
}

it('draws a strike at once in a quiet moment, and its flash for as long as it lasts', async () => {
  const { strike } = await setUp(1)
  strike()
  await clock.advance(MS_A_FRAME + 1)
  expect(drawnAtMs).toHaveLength(1)
  await clock.advance(FLASH_MS)
  expect(drawnAtMs.length).toBeGreaterThan(25)
})

it.each([2, 4, 8])('leaves the main thread to the page while a storm flashes in frames of %d ms', async (tookMs) => {
  const { strike } = await setUp(tookMs)
  for (let i = 0; i < 500; i++) {
    strike()
    await clock.advance(20)
  }
  expect((drawnAtMs.length * tookMs) / 10_000).toBeLessThan(0.05)
})

it('draws each flash, and each strike soon, however long a frame takes', async () => {
  const { strike } = await setUp(60)
  for (let i = 0; i < 100; i++) {
    strike()
    await clock.advance(100)
  }
  const gaps = drawnAtMs.slice(1).map((atMs, i) => atMs - drawnAtMs[i]!)
  expect(Math.max(...gaps)).toBeLessThan(250 + 2 * MS_A_FRAME)
  expect(drawnAtMs.length).toBeGreaterThan(4)
})

it('draws each step of the opening playback at once, however long a frame takes', async () => {
  await setUp(60, { past: true })
  for (let i = 0; i < 20; i++) {
    useReplay.setState({ atMs: clock.now() })
    await clock.advance(33)
  }
  expect(drawnAtMs).toHaveLength(20)
})
