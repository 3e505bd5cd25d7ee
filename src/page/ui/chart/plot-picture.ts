import uPlot from 'uplot'

/** Made in a thread of its own; where a browser makes none, it is a PNG, which may wait for a second until the page has nothing to do. */
const LOSSLESS: ImageEncodeOptions = { type: 'image/webp', quality: 1 }

/**
 * A plot whose canvas is never shown, and in its place a picture of it: a canvas that may be shown has the page wait, when it is first
 * drawn on, until a GPU has done all that the map has asked of it.
 */
export function plotAsPicture(options: uPlot.Options, data: uPlot.AlignedData, host: HTMLElement): uPlot {
  const canvas = new OffscreenCanvas(1, 1)
  const picture = new Image()
  picture.alt = '' // the chart's figure says what it shows
  picture.draggable = false
  let drawings = 0
  let url: string | null = null

  async function show(): Promise<void> {
    const drawing = ++drawings
    const bytes = await canvas.convertToBlob(LOSSLESS)
    if (drawing !== drawings) return
    forget()
    url = URL.createObjectURL(bytes)
    picture.src = url
  }
  function forget(): void {
    if (url) URL.revokeObjectURL(url)
    url = null
  }
  function end(): void {
    drawings++
    forget()
  }

  const { hooks = {} } = options
  const shown = {
    ...options,
    hooks: { ...hooks, draw: [hooks.draw ?? [], () => void show()].flat(), destroy: [hooks.destroy ?? [], end].flat() },
  }
  return withCanvas(asCanvas(picture, canvas), () => new uPlot(shown, data, host))
}

/** The picture with what uPlot does to its canvas, all of which is done to the one that is not shown. */
function asCanvas(picture: HTMLImageElement, canvas: OffscreenCanvas): HTMLElement {
  const pen = canvas.getContext('2d', { willReadFrequently: true })
  const side = (name: 'width' | 'height') => ({
    get: () => canvas[name],
    set: (pixels: number) => {
      canvas[name] = pixels
    },
  })
  return Object.defineProperties(picture, {
    getContext: { value: () => pen },
    width: side('width'),
    height: side('height'),
  })
}

/** uPlot makes its canvas itself, and takes none; whatever is made meanwhile has this one. */
function withCanvas<T>(canvas: HTMLElement, make: () => T): T {
  const create = document.createElement.bind(document) as (name: string) => HTMLElement
  Object.defineProperty(document, 'createElement', {
    configurable: true,
    value: (name: string) => (name === 'canvas' ? canvas : create(name)),
  })
  try {
    return make()
  } finally {
    Reflect.deleteProperty(document, 'createElement')
  }
}
