import { API_PATHS } from '../../src/contract/api-paths.ts'
import type { Product } from '../../src/contract/auth.ts'
import { pageTokenSchema } from '../../src/contract/brontide.ts'
import { LIGHTNING_PATHS } from '../../src/contract/lightning.ts'
import { standardEndpoints } from '../../src/contract/standard.ts'
import type { LatLon } from '../../src/core/geo/geo.ts'
import { probeSocket } from '../../src/testing/socket-probe.ts'

/** A screen as its server sees it, without a browser: it asks what a page asks, and draws nothing. */
export async function openAnotherScreen(origin: string) {
  const mint = async (product: Product) => {
    const answer = await fetch(`${origin}${API_PATHS.token}/${product}`, { method: 'POST' })
    return pageTokenSchema.parse(await answer.json())
  }
  const { token, ws_url } = await mint('lightning')
  const line = probeSocket(`${ws_url}${LIGHTNING_PATHS.socket}?token=${token}`)
  await line.opened
  line.send({ action: 'subscribe' })

  return {
    hearsLightning: () => line.nextOf('new_strikes'),
    /** What the observation there says, as a click on the place asks for it; `lat` and `lon` as a page writes them. */
    async looksAt({ lat, lon }: LatLon) {
      const { url, token: bearer } = await mint('standard')
      const { path, data } = standardEndpoints.observationAtPoint
      const answer = await fetch(`${url}${path}?lat=${lat}&lon=${lon}`, {
        headers: { authorization: `Bearer ${bearer}` },
      })
      return data.parse(((await answer.json()) as { data: unknown }).data)
    },
    closes: line.close,
  }
}
