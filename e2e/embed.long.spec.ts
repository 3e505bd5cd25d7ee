import { createEmbeddingPage, openSite } from './drivers/embedding-page.ts'
import { expect, test } from './fixtures.ts'
import { startSimulated } from './stack.ts'

// The other sites are third parties, and rejected requests are logged.
test.use({ expectedComplaints: [/^request to http:\/\/localhost:|frame-ancestors|localhost:\d+\/favicon/] })

test('a page of a site that is named shows the map in a frame, and one of any other does not', async ({ page }) => {
  const sites = await Promise.all([openSite(), openSite()])
  const [named, other] = sites
  const brontide = await startSimulated({ EMBED_ORIGINS: `https://portal.example.com,${named.url}` })
  for (const site of sites) site.map = brontide.url
  try {
    const portal = createEmbeddingPage(page, named.url)
    await portal.opens()
    await portal.sees.theMap()
    const stranger = createEmbeddingPage(page, other.url)
    await stranger.opens()
    await stranger.sees.noMap()
    expect(brontide.log()).not.toContain('"level":50')
  } finally {
    await brontide.close()
    await Promise.all(sites.map((site) => site.close()))
  }
})
