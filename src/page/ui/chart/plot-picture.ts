import uPlot from 'uplot'

/** Encoded in a worker; without support a PNG, for which the page may wait up to a second. */
const LOSSLESS: ImageEncodeOptions = { type: 'image/webp', quality: 1 }

/**
 * A plot with a hidden canvas, shown as a picture: the first drawing on a visible canvas would block the page until the
 * GPU has completed the map's pending work. uPlot creates its canvas itself: that one stays empty, since its context
 * forwards to another. Printing does not wait for a picture: plots made for it, in the theme of paper, are on a canvas.
 */
export function plotAsPicture(options: uPlot.Options, data: uPlot.AlignedData, host: HTMLElement): uPlot {
  if (document.documentElement.dataset.printing !== undefined) return new uPlot(options, data, host)
  const canvas = new OffscreenCanvas(1, 1)
  const picture = new Image()
  picture.alt = '' // the chart's figure has the text alternative
  picture.draggable = false
  let drawings = 0
  let url: string | null = null

  function resize({ ctx }: uPlot): void {
    canvas.width = ctx.canvas.width
    canvas.height = ctx.canvas.height
  }
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
  const shown: uPlot.Options = {
    ...options,
    hooks: {
      ...hooks,
      setSize: [resize, hooks.setSize ?? []].flat(), // before anything is drawn
      draw: [hooks.draw ?? [], () => void show()].flat(),
      destroy: [hooks.destroy ?? [], end].flat(),
    },
  }
  return new uPlot(shown, data, (plot, begin) => {
    drawBy(canvas.getContext('2d', { willReadFrequently: true })!, plot.ctx)
    plot.ctx.canvas.replaceWith(picture)
    host.append(plot.root)
    begin()
  })
}

/** Forwards all calls to the other context; only the canvas differs. */
function drawBy(other: OffscreenCanvasRenderingContext2D, pen: CanvasRenderingContext2D): void {
  for (const name in pen) {
    if (name === 'canvas') continue
    const key = name as keyof OffscreenCanvasRenderingContext2D
    const held: unknown = other[key]
    Object.defineProperty(
      pen,
      name,
      typeof held === 'function'
        ? { value: held.bind(other) }
        : { get: () => other[key], set: (value) => Reflect.set(other, key, value) },
    )
  }
}
