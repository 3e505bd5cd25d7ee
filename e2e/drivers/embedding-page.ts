import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'

const EXAMPLE = join(import.meta.dirname, '../../examples/embed/index.html')

/** A third-party site with the example page; browsers treat `localhost` as another site than 127.0.0.1. */
export async function openSite() {
  const server = createServer(async (_request, response) => {
    const html = await readFile(EXAMPLE, 'utf8')
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(html.replaceAll('https://map.example.com', site.map))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const site = {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    /** The origin of the shown map. */
    map: '',
    close: () => new Promise((resolve) => server.close(resolve)),
  }
  return site
}

/** A page with the map in a frame, as its reader sees it. */
export function createEmbeddingPage(page: Page, url: string) {
  const frame = page.frameLocator('iframe[title="Lightning around Shanghai"]')

  return {
    opens: () => page.goto(url),
    sees: {
      async theMap() {
        await expect(frame.getByRole('region', { name: 'Map', exact: true })).toBeVisible()
        await expect(
          frame.getByRole('complementary').getByRole('region', { name: 'Airport ZSPD', exact: true }),
        ).toBeVisible()
        await expect(frame.locator('html')).toHaveAttribute('data-theme', 'light')
        await expect(frame.getByRole('status', { name: 'Connection' })).toContainText('Live')
      },
      async noMap() {
        await expect(page.getByRole('heading', { name: 'Lightning around Shanghai' })).toBeVisible()
        await expect.poll(() => page.frames().map((each) => each.url())).toContain('chrome-error://chromewebdata/')
        await expect(frame.getByRole('region', { name: 'Map', exact: true })).toHaveCount(0)
      },
    },
  }
}
