import type { Page } from '@playwright/test'
import { readStrikes, type WireStrike } from '../stack.ts'

/** The position of a fire, requested from the page's own origin. */
export async function ownFire(page: Page): Promise<{ lat: number; lon: number }> {
  const hotspots = await page.evaluate(async () => {
    const minted = await fetch('/api/token/standard', { method: 'POST' })
    const { token } = (await minted.json()) as { token: string }
    // A cell of the map's grid, so that the response can be shared with the page.
    const box = 'min_lon=105&min_lat=25&max_lon=110&max_lat=30'
    const answer = await fetch(`/v1/fire-point/bbox?${box}`, { headers: { authorization: `Bearer ${token}` } })
    if (!answer.ok) throw new Error(`Fires were refused: ${answer.status} ${await answer.text()}`)
    const { data } = (await answer.json()) as { data: { items: { latitude: number; longitude: number }[] } }
    return data.items
  })
  const [fire] = hotspots
  if (!fire) throw new Error('There is no fire to look at.')
  return { lat: fire.latitude, lon: fire.longitude }
}

/** The strikes served by the page's own origin, requested inside the page like a client of the contract. */
export async function ownStrikes(page: Page, minutes: number): Promise<WireStrike[]> {
  const json = await page.evaluate(async (span) => {
    const minted = await fetch('/api/token/lightning', { method: 'POST' })
    const { token } = (await minted.json()) as { token: string }
    const answer = await fetch(`/fast-lightning/rest/strikes?minutes=${span}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    if (!answer.ok) throw new Error(`Strikes were refused: ${answer.status} ${await answer.text()}`)
    return answer.text()
  }, minutes)
  return readStrikes(json)
}
