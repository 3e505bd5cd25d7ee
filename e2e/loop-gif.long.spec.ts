import { createFilmMaker } from './drivers/film-maker.ts'
import { expect, test } from './fixtures.ts'

/** Where the storm crosses Shanghai Pudong, in the shortest window. */
const STORM = '/?window=5&layers=lightning#7/31.1/121.8'
const GIF_FRAMES = 40

test.use({ viewport: { width: 800, height: 600 } })

test('a browser without video encoder saves an animated image', async ({ page, stormy }) => {
  const { given, when, sees, decodeGif } = createFilmMaker(page, stormy.url)
  await given.canMakeNoFilms()
  await given.opensTheMap(STORM)
  const { name, bytes } = await when.savesAFilm()
  await sees.thatItWasSaved()
  expect(name).toMatch(/\.gif$/)
  expect(bytes.length).toBeLessThan(20_000_000)
  const pictures = await decodeGif(bytes)
  expect(pictures.frames).toBe(GIF_FRAMES)
  expect(pictures.sharesDiffering).toBeGreaterThan(0.001)
})
