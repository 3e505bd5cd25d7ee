// @vitest-environment happy-dom
import '../../../testing/page-globals.ts'
import type uPlot from 'uplot'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { plotAsPicture } from './plot-picture.ts'

let drawings: PromiseWithResolvers<Blob>[] = []
let known: string[] = []

beforeEach(() => {
  drawings = []
  known = []
  vi.spyOn(OffscreenCanvas.prototype, 'convertToBlob').mockImplementation(() => {
    drawings.push(Promise.withResolvers())
    return drawings.at(-1)!.promise
  })
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    const url = `blob:${(blob as Blob).type}`
    known.push(url)
    return url
  })
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation((url) => void known.splice(known.indexOf(url), 1))
})
afterEach(() => vi.restoreAllMocks())

/** Records drawn rectangles with their colours. */
function createPen(drawn: unknown[][]) {
  const others = ['beginPath', 'clip', 'fill', 'fillText', 'lineTo', 'moveTo', 'rect', 'restore', 'rotate', 'save']
  return {
    canvas: null as unknown,
    fillStyle: '',
    clearRect: (...box: number[]) => void drawn.push(['cleared', ...box]),
    fillRect(...box: number[]) {
      drawn.push([this.fillStyle, ...box])
    },
    measureText: () => ({ width: 1 }),
    ...Object.fromEntries([...others, 'setLineDash', 'stroke', 'translate'].map((name) => [name, () => {}])),
  }
}

const SIZE = { width: 300, height: 100 }
const drawn = (name: string) => new Blob([], { type: name })
const settled = () => new Promise((resolve) => setImmediate(resolve))

async function setUp(hooks = {}) {
  const host = document.createElement('div')
  const plot = plotAsPicture(
    { ...SIZE, series: [{}, {}], hooks },
    [
      [1, 2],
      [3, 4],
    ],
    host,
  )
  await settled()
  return { host, plot, picture: host.querySelector('img')! }
}

it('shows a picture of the plot, drawn on no canvas that may be shown', async () => {
  const drawnOn: Record<'shown' | 'unseen', unknown[][]> = { shown: [], unseen: [] }
  const shown = createPen(drawnOn.shown)
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(function (this: unknown) {
    return Object.assign(shown, { canvas: this }) as never
  })
  vi.spyOn(OffscreenCanvas.prototype, 'getContext').mockReturnValue(createPen(drawnOn.unseen) as never)
  const last = vi.fn((plot: uPlot) => {
    plot.ctx.fillStyle = 'red'
    plot.ctx.fillRect(0, 0, 9, 9)
  })
  const { host, picture } = await setUp({ draw: [last] })
  expect(host.querySelector('canvas')).toBeNull()
  expect(drawnOn).toEqual({
    shown: [],
    unseen: [
      ['cleared', 0, 0, SIZE.width, SIZE.height],
      ['red', 0, 0, 9, 9],
    ],
  })
  expect(last).toHaveBeenCalledBefore(vi.mocked(OffscreenCanvas.prototype.convertToBlob))
  drawings[0]!.resolve(drawn('first'))
  await settled()
  expect(picture.src).toBe('blob:first')
})

it('draws in the present size of the plot before each redraw', async () => {
  let canvas: OffscreenCanvas | null = null
  vi.spyOn(OffscreenCanvas.prototype, 'getContext').mockImplementation(function (this: OffscreenCanvas) {
    canvas = this
    return createPen([]) as never
  })
  const sizes: unknown[] = []
  const { plot } = await setUp({ drawClear: [() => sizes.push([canvas?.width, canvas?.height])] })
  plot.setSize({ width: 200, height: 120 })
  await settled()
  expect(sizes).toEqual([
    [SIZE.width, SIZE.height],
    [200, 120],
  ])
})

it('shows the latest of several drawings, and releases the others', async () => {
  const { plot, picture } = await setUp()
  plot.setSize({ width: 200, height: 100 })
  await settled()
  drawings[1]!.resolve(drawn('second'))
  drawings[0]!.resolve(drawn('first'))
  await settled()
  expect(picture.src).toBe('blob:second')
  plot.setSize(SIZE)
  await settled()
  drawings[2]!.resolve(drawn('third'))
  await settled()
  expect(known).toEqual(['blob:third'])
})

it('releases a removed plot, and ignores its pending result', async () => {
  const { plot } = await setUp()
  drawings[0]!.resolve(drawn('first'))
  await settled()
  plot.setSize({ width: 200, height: 100 })
  await settled()
  plot.destroy()
  drawings[1]!.resolve(drawn('second'))
  await settled()
  expect(known).toEqual([])
})

it('draws on its visible canvas while printing, which does not wait for a picture', async () => {
  document.documentElement.dataset.printing = ''
  const { host, picture } = await setUp()
  delete document.documentElement.dataset.printing
  expect(picture).toBeNull()
  expect(host.querySelector('canvas')).not.toBeNull()
})
