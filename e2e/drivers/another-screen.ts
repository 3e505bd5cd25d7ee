import { API_PATHS } from '../../src/contract/api-paths.ts'
import type { Product } from '../../src/contract/auth.ts'
import { pageTokenSchema } from '../../src/contract/brontide.ts'
import { LIGHTNING_PATHS } from '../../src/contract/lightning.ts'
import { standardEndpoints } from '../../src/contract/standard.ts'
import { type Alarm, alarmSchema } from '../../src/contract/watch/alarms.ts'
import { placeListSchema } from '../../src/contract/watch/places.ts'
import type { LatLon } from '../../src/core/geo/geo.ts'
import { locatePlaces } from '../../src/core/places/locate-places.ts'
import { shapeOf } from '../../src/core/places/place-shape.ts'
import { readFeatures } from '../../src/core/places/read-places.ts'
import { DAY_MS } from '../../src/core/time/durations.ts'
import { probeSocket } from '../../src/testing/socket-probe.ts'

/** A screen as seen by its server, without a browser: sends the requests of a page, and renders nothing. */
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
    /** The observation at a position, requested as by a click; `lat` and `lon` as a page formats them. */
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

/** The screen of a signed-in user with the log open, as seen by its server. */
export async function openShiftScreen(origin: string, who: { name: string; password: string }) {
  const signedIn = await fetch(`${origin}${API_PATHS.session}`, {
    method: 'POST',
    headers: { origin },
    body: JSON.stringify(who),
  })
  const cookie = signedIn.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ')
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`${origin}${path}`, { ...init, headers: { origin, cookie } })
  const leaving = new AbortController()
  const stream = await ask(`${API_PATHS.alarms}/stream`, { signal: leaving.signal })

  return {
    /** The next alarm received as acknowledged. */
    async seesAcknowledged(): Promise<Alarm> {
      let text = ''
      for await (const part of stream.body!.pipeThrough(new TextDecoderStream())) {
        text += part
        const told = [...text.matchAll(/^data: (.*)\n\n/gm)].map(([, data]) => alarmSchema.parse(JSON.parse(data!)))
        const seen = told.find(({ acknowledged }) => acknowledged !== null)
        if (seen) return seen
      }
      throw new Error('The stream ended.')
    },
    /** How many strikes of the last day lie within each ring of a place, counted one by one. */
    async strikesAround(id: string): Promise<number[]> {
      const { features, ladders } = placeListSchema.parse(await (await ask(API_PATHS.places)).json())
      const place = locatePlaces(readFeatures(features, ladders).places).places.find((each) => each.id === id)!
      const shape = shapeOf(place.geometry)
      const from = new Date(Date.now() - DAY_MS).toISOString()
      const minted = await ask(`${API_PATHS.token}/lightning`, { method: 'POST' })
      const { token } = pageTokenSchema.parse(await minted.json())
      const told = await ask(`${API_PATHS.strikes}?from=${from}&token=${token}`)
      const lines = (await told.text()).trim().split('\n')
      const strikes = lines.map((line) => JSON.parse(line) as LatLon)
      return place.ringsKm.map((km) => strikes.filter((strike) => shape.kmFrom(strike, km) <= km).length)
    },
    closes: () => leaving.abort(),
  }
}
