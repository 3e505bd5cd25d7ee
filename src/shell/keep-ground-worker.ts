import { GROUND_CACHE, type KeepGround, LOOK_HEADER } from './kept-ground.ts'

// A picture is read from the GPU, and pressed, away from the page: either would hold it up.

const PRESSED = { type: 'image/webp', quality: 0.85 }

addEventListener('message', ({ data }: MessageEvent<KeepGround>) => {
  // Whatever becomes of it, the page is told: it ends the worker.
  void keep(data)
    .catch(() => {})
    .then(() => postMessage(null))
})

async function keep({ picture, look }: KeepGround): Promise<void> {
  const canvas = new OffscreenCanvas(picture.width, picture.height)
  canvas.getContext('bitmaprenderer')?.transferFromImageBitmap(picture)
  const pressed = await canvas.convertToBlob(PRESSED)
  const cache = await caches.open(GROUND_CACHE)
  await cache.put(look.place, new Response(pressed, { headers: { [LOOK_HEADER]: look.text } }))
}
