import { expect, it } from 'vitest'
import { alarmListSchema } from '../../../contract/watch/alarms.ts'
import { cookieOf, HERE, passwordLine, setUpAccess } from '../../../testing/access-kit.ts'
import { setUpWatch } from '../../../testing/watch-kit.ts'

const PASSWORD = 'a long enough password'
const FARM = {
  type: 'Feature',
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [120.95, 30.95],
        [121.05, 30.95],
        [121.05, 31.05],
        [120.95, 31.05],
        [120.95, 30.95],
      ],
    ],
  },
  properties: { id: 'farm', name: 'Wind Farm', ringsKm: [5, 16], holdMin: 10 },
}
/** Distance of the storm from the centre of the farm, km, by minute. */
const STORM_KM = [40, 30, 20, 10, 3, 3, 10, 20, 30, 40]

it('evaluates a drawn area without an open page, and shares acknowledgements', async () => {
  const { clock, history, watch, places, run, strike } = await setUpWatch({ places: [] })
  const files = {
    passwords: `${await passwordLine('li:', PASSWORD)}\n${await passwordLine('wang:', PASSWORD)}`,
    roles: JSON.stringify({ acknowledge: ['wang'], configure: ['li'] }),
  }
  const env = { ACCESS: 'password', ACCESS_PASSWORD_FILE: 'passwords', ROLES_FILE: 'roles' }
  const { ask, signIn } = setUpAccess(env, files, { clock, history, watch, places })
  const as = async (name: string) => ({ ...HERE, cookie: cookieOf(await signIn({ name, password: PASSWORD })) })
  const li = await as('li')
  const wang = await as('wang')
  await run(5)
  const drawn = await ask('/api/places', { method: 'POST', headers: li, body: JSON.stringify(FARM) })
  expect(drawn.status).toBe(201)

  for (const km of STORM_KM) {
    strike(km)
    await run(60)
  }
  await run(11 * 60)

  const read = async (headers: Record<string, string>) =>
    alarmListSchema.parse(await (await ask('/api/alarms?place=farm', { headers })).json()).alarms.toReversed()
  const log = await read(wang)
  expect(log.map(({ stage }) => stage)).toEqual(['alert', 'alarm', 'alert', 'quiet'])
  const times = log.map(({ at }) => Date.parse(at))
  expect(times).toEqual(times.toSorted((a, b) => a - b))
  // 20 km from the middle is 14.46 km from the northern edge; 20 km on the way out is the last within 16 km.
  expect(log.map(({ distanceKm }) => distanceKm)).toEqual([14.5, 4.5, null, null])

  const seen = { method: 'POST', headers: wang, body: JSON.stringify({ note: 'crew is off the farm' }) }
  expect((await ask(`/api/alarms/${log[1]!.id}/acknowledge`, seen)).status).toBe(200)
  expect((await read(li))[1]!.acknowledged).toMatchObject({ by: 'wang', note: 'crew is off the farm' })
})
