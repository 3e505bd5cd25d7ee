import { createHolder } from './drivers/holder.ts'
import { expect, test } from './fixtures.ts'

for (const { held, viewport } of [
  { held: 'on its side', viewport: { width: 844, height: 390 } },
  { held: 'upright', viewport: { width: 390, height: 844 } },
]) {
  test(`on a phone held ${held} nothing covers the controls, and all are large enough for a finger`, async ({
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
