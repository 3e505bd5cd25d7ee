import { createLooker } from './drivers/looker.ts'
import { expect, test } from './fixtures.ts'
import { startSimulated } from './stack.ts'

// Its server goes away on purpose, at the end and as it starts.
test.use({ expectedComplaints: [/ERR_|Failed to (load|fetch)|WebSocket/i] })

test('no screen breaks a rule of accessibility, in either theme', async ({ page }) => {
  const server = await startSimulated()
  try {
    const { screens, sees, breachesOfThePage } = createLooker(page, server.url)
    for (const { name, come, breaches } of screens) {
      await test.step(name, async () => {
        await come()
        expect.soft(await breaches(), name).toEqual([])
      })
    }
    await server.close()
    await sees.thatTheServerIsGone()
    expect(await breachesOfThePage(), 'without its server').toEqual([])
  } finally {
    await page.close()
    await server.close()
  }
})
