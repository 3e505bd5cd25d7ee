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

    // A second visit asks the network for the page and for data alone.
    const parts: boolean[] = []
    page.on('response', (response) => {
      if (new URL(response.url()).pathname.startsWith('/assets/')) parts.push(response.fromServiceWorker())
    })
    await page.reload()
    await expect(page.getByRole('region', { name: 'Layers' })).toBeVisible()
    expect(parts.length).toBeGreaterThan(5)
    expect(parts.every(Boolean)).toBe(true)
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
