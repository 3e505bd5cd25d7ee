import { createFilmMaker } from './drivers/film-maker.ts'
import { expect, test } from './fixtures.ts'

/** Where the storm crosses Shanghai Pudong, in the shortest window. */
const STORM = '/?window=5&layers=lightning#7/31.1/121.8'
const FILM_FRAMES = 60

test.use({ viewport: { width: 800, height: 600 } })

test('the last minutes of the map are saved as a film that can be played, and the map is live again', async ({
  page,
  stormy,
}) => {
  const { given, when, sees, decodeFilm } = createFilmMaker(page, stormy.url)
  await given.opensTheMap(STORM)
  await when.startsAFilm()
  await sees.thatItIsBeingMade()
  await when.stops()
  await sees.thatItWasStopped()
  await sees.thatTheMapIsLive()

  const { name, bytes } = await when.savesAFilm()
  await sees.thatItWasSaved()
  await sees.thatTheMapIsLive()
  expect(name).toMatch(/^brontide-loop-\d{8}T\d{6}Z\.mp4$/)
  expect(bytes.length).toBeLessThan(10_000_000)
  const film = await decodeFilm(bytes)
  expect(film.frames).toBe(FILM_FRAMES)
  expect(film.sharesDiffering).toBeGreaterThan(0.001)
})
