import { expect, it } from 'vitest'
import { remoteBins } from './bins.ts'

const MINUTE = 60_000
const NOW = Date.UTC(2026, 6, 1, 8, 7, 30)
const COUNTED = Date.UTC(2026, 6, 1, 8, 4)
const STEP = 3 * MINUTE
const FROM = Date.UTC(2026, 6, 1, 7, 54)

/** Bins of three minutes that the server counted up to 08:04, and since then a strike or two each minute of the page's. */
function setUp(over: Partial<{ inView: number[] | null | undefined; tailMinutes: number }> = {}) {
  const { inView = [1, 1, 1, 1], tailMinutes = 12 } = over
  const answer = (counts: number[]) => ({
    fromMs: FROM,
    toMs: COUNTED,
    stepMs: STEP,
    counts,
    simulated: true,
    notObserved: [[FROM, FROM + MINUTE]] as [number, number][],
  })
  const last = Math.floor(NOW / MINUTE)
  const own = { binMs: MINUTE, last, length: tailMinutes }
  const asked = 'inView' in over ? over.inView : inView
  const bins = remoteBins(
    { all: answer([10, 20, 30, 40]), inView: asked && answer(asked) },
    { fromMs: FROM, toMs: NOW, binMs: STEP },
    {
      bins: { ...own, all: new Uint32Array(tailMinutes).fill(2), inView: new Uint32Array(tailMinutes).fill(1) },
      notObserved: (fromMs) => [{ fromMs: fromMs + MINUTE, toMs: fromMs + 2 * MINUTE }],
      pending: () => [],
    },
  )
  const all = Array.from({ length: bins.end - bins.first }, (_, i) => bins.all(bins.first + i))
  const { inView: view } = bins
  const seen = typeof view === 'function' ? all.map((_, i) => view(bins.first + i)) : view
  return { bins, all, seen }
}

it('combine the server’s counts with the page’s later ones, each minute once', () => {
  const { all, seen } = setUp()
  // 08:03 to 08:06 has two minutes of the page's, 08:06 to 08:09 two.
  expect(all).toEqual([10, 20, 30, 40 + 4, 4])
  expect(seen).toEqual([1, 1, 1, 1 + 2, 2])
})

it('mark unobserved time, by the server up to its response and by the page since', () => {
  expect(setUp().bins.notObserved).toEqual([
    { fromMs: FROM, toMs: FROM + MINUTE },
    { fromMs: COUNTED + MINUTE, toMs: COUNTED + 2 * MINUTE },
  ])
})

it('are loading before the start of the page’s counts', () => {
  const { bins } = setUp({ tailMinutes: 2 })
  expect(bins.pending).toEqual([{ fromMs: COUNTED, toMs: COUNTED + 2 * MINUTE }])
  expect(setUp().bins.pending).toEqual([])
})

it('show counts in view once available, and none without them', () => {
  expect(setUp({ inView: null }).seen).toBe('loading')
  expect(setUp({ inView: undefined }).seen).toBeNull()
})
