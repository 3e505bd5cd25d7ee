import { createHolder } from './drivers/holder.ts'
import { expect, test } from './fixtures.ts'

const UPRIGHT = { width: 390, height: 844 }
const ON_ITS_SIDE = { width: 844, height: 390 }

for (const [how, viewport] of Object.entries({ upright: UPRIGHT, 'on its side': ON_ITS_SIDE })) {
  test(`on a phone held ${how} nothing covers the controls, and all are large enough for a finger`, async ({
    anotherScreen,
    stormy,
  }) => {
    const page = await anotherScreen({ viewport, hasTouch: true, isMobile: true })
    const { screens, opens, misplaced } = createHolder(page, stormy.url)
    for (const screen of screens) {
      await test.step(screen.name, async () => {
        await opens(screen)
        await expect.poll(misplaced, screen.name).toEqual([])
      })
    }
  })
}
