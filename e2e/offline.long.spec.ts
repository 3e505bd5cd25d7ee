import type { Page } from '@playwright/test'
import type { PushMessage } from '../src/contract/watch/push.ts'
import { expect, test } from './fixtures.ts'
import { startSimulated } from './stack.ts'

test.use({
  serviceWorkers: 'allow',
  permissions: ['notifications'],
  expectedComplaints: [/ERR_|Failed to|WebSocket/i],
})

test('the page opens without its server, says so, shows push messages, and recovers when the server returns', async ({
  page,
}) => {
  let server = await startSimulated()
  const { url } = server
  const { port } = new URL(url)
  try {
    await page.goto(`${url}/?layers=lightning`)
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))

    // A second visit requests only the page and data from the network.
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
    await expect(page.getByRole('alert')).toContainText('The Brontide server cannot be reached')

    const link = `${url}/?place=golf-east`
    const said = {
      title: 'East Golf Course',
      body: 'INNER RING: lightning within 5 km',
      tag: 'golf-east.alarm.1',
      lang: 'en',
    } as const
    // The repeated message replaces the first.
    for (let time = 0; time < 2; time++) await push(page, { ...said, link })
    await expect.poll(() => shownByThePage(page)).toEqual([{ ...said, data: { link } }])

    server = await startSimulated({ PORT: port })
    await expect(page.getByRole('region', { name: 'Layers' })).toBeVisible()
    await expect(page.getByRole('status', { name: 'Connection' })).toHaveText(/Live/)
  } finally {
    await page.close()
    await server.close()
  }
})

/** Delivers a push message to the page's service worker, as from a push service. */
async function push(page: Page, message: PushMessage): Promise<void> {
  const devTools = await page.context().newCDPSession(page)
  const registrationId = new Promise<string>((resolve) => {
    devTools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first) resolve(first.registrationId)
    })
  })
  await devTools.send('ServiceWorker.enable')
  const { origin } = new URL(page.url())
  const of = { origin, registrationId: await registrationId, data: JSON.stringify(message) }
  await devTools.send('ServiceWorker.deliverPushMessage', of)
  await devTools.detach()
}

function shownByThePage(page: Page) {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    const shown = await registration.getNotifications()
    return shown.map(({ title, body, tag, lang, data }) => ({ title, body, tag, lang, data: data as unknown }))
  })
}
