import { GROUND_CACHE, type KeepGround, LOOK_HEADER, OPENED_HEADER } from './kept-ground.ts'

// A picture is read from the GPU, and pressed, away from the page: either would hold it up.

const PRESSED = { type: 'image/webp', quality: 0.85 }

addEventListener('message', ({ data }: MessageEvent<KeepGround>) => {
  void keep(data).catch(() => {}) // storage can be full or forbidden: the next visit does without
})

async function keep({ picture, look, opened }: KeepGround): Promise<void> {
  const canvas = new OffscreenCanvas(picture.width, picture.height)
  canvas.getContext('bitmaprenderer')?.transferFromImageBitmap(picture)
  const pressed = await canvas.convertToBlob(PRESSED)
  const cache = await caches.open(GROUND_CACHE)
  const headers = { [LOOK_HEADER]: look.text, [OPENED_HEADER]: opened }
  await cache.put(look.place, new Response(pressed, { headers }))
}
