import { createScreenVisitor } from './drivers/screen-visitor.ts'
import { expect, test } from './fixtures.ts'

/** Seen all shift; the long tests check every screen. */
const MOST_SEEN = ['the desk as one finds it first, unfolded', 'an airport', 'the board']

test('neither desk, airport nor board violates an accessibility rule, in either theme', async ({ page, simulated }) => {
  const screens = createScreenVisitor(page, simulated.url).onTheDesk.filter(({ name }) => MOST_SEEN.includes(name))
  expect(screens.length).toBe(MOST_SEEN.length)
  for (const { name, come, breaches } of screens) {
    await test.step(name, async () => {
      await come()
      expect.soft(await breaches(), name).toEqual([])
    })
  }
})
