import { applyPalette, GIFEncoder, quantize } from 'gifenc'
import type { LoopFormat } from './loop-encoder.ts'

const COLOURS_MAX = 256

/** Frames of 256 colours, smaller and fewer than those of a video: GIF compresses less well. */
export const gifFormat: LoopFormat = {
  extension: 'gif',
  limits: { frames: 40, sidePx: 720 },
  async open({ width, height }) {
    const file = GIFEncoder()
    return {
      async add(picture, durationMs) {
        const pixels = picture.getContext('2d', { willReadFrequently: true })?.getImageData(0, 0, width, height).data
        if (!pixels) throw new Error('The browser gives no canvas to draw on.')
        const palette = quantize(pixels, COLOURS_MAX)
        file.writeFrame(applyPalette(pixels, palette), width, height, { palette, delay: durationMs })
      },
      async finish() {
        file.finish()
        return new Blob([file.bytes()], { type: 'image/gif' })
      },
      close() {},
    }
  },
}
