import { createScreenVisitor } from './drivers/screen-visitor.ts'
import { expect, test } from './fixtures.ts'
import { FEWER_STRIKES, startSimulated } from './stack.ts'

// The server is stopped on purpose, at the end and while the page starts.
test.use({ expectedComplaints: [/ERR_|Failed to (load|fetch)|WebSocket/i] })

test('no element of the desk violates an accessibility rule, in either theme', async ({ page, simulated }) => {
  for (const { name, come, breaches } of createScreenVisitor(page, simulated.url).onTheDesk) {
    await test.step(name, async () => {
      await come()
      expect.soft(await breaches(), name).toEqual([])
    })
  }
})

test('no other form of the page violates an accessibility rule, in either theme', async ({ page }) => {
  const server = await startSimulated(FEWER_STRIKES)
  try {
    const { otherShapes, sees, breachesOfThePage } = createScreenVisitor(page, server.url)
    for (const { name, come, breaches } of otherShapes) {
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
