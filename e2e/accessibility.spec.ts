import { createScreenVisitor } from './drivers/screen-visitor.ts'
import { expect, test } from './fixtures.ts'

test('no element of the desk violates an accessibility rule, in either theme', async ({ page, simulated }) => {
  for (const { name, come, breaches } of createScreenVisitor(page, simulated.url).onTheDesk) {
    await test.step(name, async () => {
      await come()
      expect.soft(await breaches(), name).toEqual([])
    })
  }
})
