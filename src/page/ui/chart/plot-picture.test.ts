// @vitest-environment happy-dom
import '../../../testing/page-globals.ts'
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
  const shown = vi.spyOn(HTMLCanvasElement.prototype, 'getContext')
  const last = vi.fn()
  const { host, picture } = await setUp({ draw: [last] })
  expect(host.querySelector('canvas')).toBeNull()
  expect(shown).not.toHaveBeenCalled()
  expect(last).toHaveBeenCalledBefore(vi.mocked(OffscreenCanvas.prototype.convertToBlob))
  drawings[0]!.resolve(drawn('first'))
  await settled()
  expect(picture.src).toBe('blob:first')
  expect([picture.width, picture.height]).toEqual([SIZE.width, SIZE.height])
})

it('shows the latest of several drawings, and keeps that alone', async () => {
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

it('keeps nothing of a plot that is gone, nor shows what comes of it', async () => {
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

it('leaves all other canvases as they are', async () => {
  await setUp()
  expect(document.createElement('canvas')).toBeInstanceOf(HTMLCanvasElement)
  const broken = () => {
    throw new Error('broken')
  }
  await expect(setUp({ init: [broken] })).rejects.toThrow('broken')
  expect(document.createElement('canvas')).toBeInstanceOf(HTMLCanvasElement)
})
