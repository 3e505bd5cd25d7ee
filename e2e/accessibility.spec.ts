import { createLooker } from './drivers/looker.ts'
import { expect, test } from './fixtures.ts'

<<<<<<< HEAD
test('no element of the desk violates an accessibility rule, in either theme', async ({ page, simulated }) => {
  for (const screen of createLooker(page, simulated.url).onTheDesk) await lookAt(screen)
})

test('no other shape of the page breaks a rule of accessibility, in either theme', async ({ page }) => {
  const server = await startSimulated(FEWER_STRIKES)
  try {
    const { otherShapes, sees, breachesOfThePage } = createLooker(page, server.url)
    for (const screen of otherShapes) await lookAt(screen)
    await server.close()
    await sees.thatTheServerIsGone()
    expect(await breachesOfThePage(), 'without its server').toEqual([])
  } finally {
    await page.close()
    await server.close()
=======
test('nothing of the desk breaks a rule of accessibility, in either theme', async ({ page, simulated }) => {
  for (const { name, come, breaches } of createLooker(page, simulated.url).onTheDesk) {
    await test.step(name, async () => {
      await come()
      expect.soft(await breaches(), name).toEqual([])
    })
>>>>>>> ad3fd58c (test: move the slowest journeys and attacks to the long tests; a fake clock's intervals run once after a sleep)
  }
})
