// @vitest-environment happy-dom
import type { Map as MapLibreMap } from 'maplibre-gl'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { NARROW, SHORT } from '../../state/narrow.ts'
import { usePage } from '../../state/page-store.ts'
import { keepMiddle } from './reveal-selection.tsx'

const UPRIGHT = { width: 390, height: 844, media: NARROW }
const ON_ITS_SIDE = { width: 844, height: 390, media: SHORT }

/** A map whose positions are pixels from its centre. */
function phone(first: typeof UPRIGHT) {
  const at = { ...first }
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === at.media }))
  let turned = () => {}
  const moves: { center: [number, number]; offset: [number, number] }[] = []
  const map = {
    getContainer: () => ({ clientWidth: at.width, clientHeight: at.height }),
    on: (_: 'resize', listener: () => void) => {
      turned = listener
    },
    off: () => {
      turned = () => {}
    },
    unproject: ([x, y]: [number, number]) => [x - at.width / 2, y - at.height / 2],
    easeTo: (move: (typeof moves)[number]) => moves.push(move),
  }
  const stop = keepMiddle(map as unknown as MapLibreMap)
  const turn = (to: typeof UPRIGHT) => {
    Object.assign(at, to)
    turned()
  }
  return { moves, stop, turn }
}

beforeEach(() => usePage.getState().select({ kind: 'airport', id: 'ZSPD' }))
afterEach(() => {
  usePage.getState().select(null)
  vi.unstubAllGlobals()
})

it('keeps a place above the sheet in view when a phone is turned, and turned back', () => {
  const { moves, turn } = phone(UPRIGHT)
  turn(ON_ITS_SIDE)
  turn(UPRIGHT)
  expect(moves).toHaveLength(2)
  const [aside, back] = moves
  expect(aside!.center[1]).toBeLessThan(-150) // it was above the sheet
  expect(aside!.offset[0]).toBeLessThan(-100) // and is left of the panel
  expect(back!.center.map(Math.round)).toEqual(aside!.offset.map(Math.round))
  expect(back!.offset.map(Math.round)).toEqual(aside!.center.map(Math.round))
})

it('leaves the map where it is without a panel, and where only its size changes', () => {
  const { moves, turn, stop } = phone(UPRIGHT)
  turn({ ...UPRIGHT, height: 700 })
  usePage.getState().select(null)
  turn(ON_ITS_SIDE)
  usePage.getState().select({ kind: 'airport', id: 'ZSPD' })
  stop()
  turn(UPRIGHT)
  expect(moves).toEqual([])
})
