import { expect, test } from './fixtures.ts'
import { startSimulated } from './stack.ts'

test.use({ serviceWorkers: 'allow', expectedComplaints: [/ERR_|Failed to|WebSocket/i] })

test('the page opens without its server, says so, and goes on when it is back', async ({ page }) => {
  let server = await startSimulated()
  const { url } = server
  const { port } = new URL(url)
  try {
    await page.goto(`${url}/?layers=lightning`)
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    await server.close()

    await page.reload()
    await expect(page.getByRole('alert')).toContainText('Brontide could not start')

    server = await startSimulated({ PORT: port })
    await expect(page.getByRole('region', { name: 'Layers' })).toBeVisible()
    await expect(page.getByRole('status', { name: 'Connection' })).toHaveText(/Live/)
  } finally {
    await page.close()
    await server.close()
  }
})
