import { createWallTasks } from './drivers/tasks-wall.ts'
import { expect, shareAPage, test } from './fixtures.ts'

test.use({
  viewport: { width: 1280, height: 720 },
  fillsTheMap: true,
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
      await sees.aTownUnbroken()
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
