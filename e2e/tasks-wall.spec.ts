import { createWallTasks } from './drivers/tasks-wall.ts'
import { expect, shareAPage, test } from './fixtures.ts'

test.use({
  viewport: { width: 1280, height: 720 },
  // Messages of browsers about a lost graphics context.
  expectedComplaints: [/CONTEXT_LOST|WebGL/i],
})

test.describe
  .serial('the automatic behaviour of a wall', () => {
    const page = shareAPage()

    test('it starts by its address alone', async ({ stormy }) => {
      const { given, sees } = createWallTasks(page())
      await given.startsAt(`${stormy.url}/?kiosk&follow=activity`)
      await sees.live()
    })

    test('it shows who must act and when, legibly in a picture 480 px wide', async () => {
      const { sees } = createWallTasks(page())
      await sees.whoMustActAndWhen(480, 8)
    })

    test('it follows the action', async () => {
      const { sees } = createWallTasks(page())
      await sees.theBusiestStorm()
    })

    test('it is read from afar: every legend, a large clock, and everything larger by choice', async ({ stormy }) => {
      const { given, get, sees } = createWallTasks(page())
      await sees.everyLegend()
      // Twice that of the first wall, in the proportion of this screen.
      expect(await get.smallestTypePx()).toBeGreaterThanOrEqual(0.037 * 720)
      await sees.noTextCut()
      await sees.nothingNamedUnderACard()
      const usual = await get.clockPx()
      expect(usual).toBeGreaterThan(720 / 40)
      await given.hangsAt(`${stormy.url}/?kiosk&scale=1.5&layers=lightning`)
      await expect.poll(get.clockPx).toBeGreaterThan(1.15 * usual) // as large as there is room for
    })

    test('it recovers from the faults of weeks, and reports them', async ({ stormy }) => {
      const { when, sees } = createWallTasks(page())
      await sees.live()
      await when.losesItsGraphics()
      await sees.live()
      await expect.poll(() => stormy.log()).toContain('wall display recovered')
    })
  })

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
