import { createWallTasks } from './drivers/tasks-wall.ts'
import { expect, test } from './fixtures.ts'

test.use({ viewport: { width: 1280, height: 720 } })

test('a wall draws attention once for each change: a ring on the map, and one chime where it may sound', async ({
  page,
  stormy,
  anotherScreen,
}) => {
  const { given, get, sees } = createWallTasks(page)
  await given.startsAt(`${stormy.url}/?kiosk&watch=ZSPD&sound=1&layers=lightning`)
  await sees.theRingsOf('ZSPD')
  await expect.poll(async () => (await get.signals()).raised).toBeGreaterThan(0)
  // Strikes continue, which is not a change.
  const before = await get.counts()
  await expect.poll(get.counts).not.toBe(before)
  await expect
    .poll(async () => {
      const { raised, chimes, pulses } = await get.signals()
      // Alerts of an airport from before the map was shown share one ring.
      return {
        sounds: chimes > 0,
        more: Math.max(0, chimes - raised),
        hasRing: pulses > 0,
        ringsTooMany: Math.max(0, pulses - raised),
      }
    })
    .toEqual({ sounds: true, more: 0, hasRing: true, ringsTooMany: 0 })

  const muted = createWallTasks(await anotherScreen())
  await muted.given.startsAt(`${stormy.url}/?kiosk&watch=ZSPD&layers=lightning`)
  await expect.poll(async () => (await muted.get.signals()).pulses).toBeGreaterThan(0)
  expect((await muted.get.signals()).chimes).toBe(0)
})
