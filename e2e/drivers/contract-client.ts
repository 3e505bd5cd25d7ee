import type { Page } from '@playwright/test'
import { readStrikes, type WireStrike } from '../stack.ts'

/** The strikes that the page's own origin serves, asked for from inside the page as any client of the contract would. */
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
