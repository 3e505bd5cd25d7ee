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

test('a panel at its full height on a phone cuts no sentence over the map', async ({ anotherScreen, stormy }) => {
  const page = await anotherScreen({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  await page.goto(`${stormy.url}/?airport=ZSPD#8/31.14/121.8`)
  const sentence = page.getByRole('region', { name: 'Storms at a glance' })
  await expect(sentence).toBeVisible()
  await page.getByRole('button', { name: 'Make the panel taller' }).tap()
  await expect(sentence).toBeHidden()
})
