import { createHolder } from './drivers/holder.ts'
import { expect, test } from './fixtures.ts'

test('on a phone held on its side nothing covers the controls, and all are large enough for a finger', async ({
  anotherScreen,
  stormy,
}) => {
  const page = await anotherScreen({ viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true })
  const { screens, opens, misplaced } = createHolder(page, stormy.url)
  for (const screen of screens) {
    await test.step(screen.name, async () => {
      await opens(screen)
      await expect.poll(misplaced, screen.name).toEqual([])
    })
  }
})

test('on a phone held upright nothing covers the controls, and all are large enough for a finger', async ({
  anotherScreen,
  stormy,
}) => {
  const page = await anotherScreen({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  const { screens, opens, misplaced } = createHolder(page, stormy.url)
  for (const screen of screens) {
    await test.step(screen.name, async () => {
      await opens(screen)
      await expect.poll(misplaced, screen.name).toEqual([])
    })
  }
})
