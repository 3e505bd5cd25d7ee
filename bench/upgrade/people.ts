import { API_PATHS } from '../../src/contract/api-paths.ts'
import type { AlarmList } from '../../src/contract/watch/alarms.ts'
import { systemClock as clock, delay } from '../../src/core/time/clock.ts'

const LOOK_EVERY_MS = 500
/** Time until some strikes raise an alarm, and until all processes know of a change made at one of them. */
const COMES_WITHIN_MS = 60_000
const HEARD_WITHIN_MS = 10_000
const ALARMS_ASKED = 1_000

/** A user with all rights. */
export const NAME = 'li'
export const PASSWORD = 'a password of the bench'

/** A place around all strikes, so that an alarm is raised soon. */
export const PLACES = JSON.stringify({
  type: 'FeatureCollection',
  features: [
    {
      type: 'Feature',
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [75, 18],
            [135, 18],
            [135, 52],
            [75, 52],
            [75, 18],
          ],
        ],
      },
      properties: { id: 'everywhere', name: 'Everywhere', ringsKm: [5, 8, 16] },
    },
  ],
})
export const ROLES = JSON.stringify({ configure: [NAME], acknowledge: [NAME] })

/** An action of a person, whose effect must survive a change of version. */
export interface Deed {
  what: string
  /** The operation that a version needs to support the action: `put /api/snoozes/{place}`. */
  by: string
  /** Whether its effect remains. */
  stands(): Promise<boolean>
}

/** Users at an address, who sign in and act within the operations of that version. */
export function openPeople(port: number) {
  const url = `http://127.0.0.1:${port}`

  const ask = (method: string, path: string, cookie: string | null, body?: object) =>
    fetch(url + path, {
      method,
      headers: { ...(cookie !== null && { cookie }), ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
  async function read<T>(path: string, cookie: string): Promise<T> {
    const answer = await ask('GET', path, cookie)
    if (answer.status !== 200) throw new Error(`GET ${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as T
  }
  const isAdmitted = async (cookie: string) =>
    (await ask('POST', `${API_PATHS.token}/lightning`, cookie)).status === 200

  async function enter(body: object): Promise<string> {
    const answer = await ask('POST', API_PATHS.session, null, body)
    if (answer.status !== 200) throw new Error(`Sign-in failed: ${answer.status} ${await answer.text()}`)
    return answer.headers
      .getSetCookie()
      .map((each) => each.split(';')[0])
      .join('; ')
  }
  const signIn = () => enter({ name: NAME, password: PASSWORD })
  const alarms = async (cookie: string) =>
    (await read<AlarmList>(`${API_PATHS.alarms}?limit=${ALARMS_ASKED}`, cookie)).alarms

  /** The operations of the running version: `get /api/places`, and so on. */
  async function operations(): Promise<Set<string>> {
    const { paths } = (await (await fetch(url + API_PATHS.openapi)).json()) as { paths: Record<string, object> }
    return new Set(Object.entries(paths).flatMap(([path, methods]) => Object.keys(methods).map((m) => `${m} ${path}`)))
  }

  /** One of each; `round` distinguishes repetitions. */
  function deedsOf(round: string, cookie: string): (Omit<Deed, 'stands'> & { begin(): Promise<Deed['stands']> })[] {
    const note = `note of ${round}`
    const place = `place-${round}`
    const did = async (answer: Response) => {
      if (!answer.ok) throw new Error(`${answer.url}: ${answer.status} ${await answer.text()}`)
      return answer
    }
    return [
      {
        what: 'a user is signed in',
        by: `post ${API_PATHS.session}`,
        async begin() {
          const own = await signIn()
          return () => isAdmitted(own)
        },
      },
      {
        what: 'a user has signed out',
        by: `delete ${API_PATHS.session}`,
        async begin() {
          const own = await signIn()
          await did(await ask('DELETE', API_PATHS.session, own))
          return async () => !(await isAdmitted(own))
        },
      },
      {
        what: 'a wall has access',
        by: `post ${API_PATHS.walls}`,
        async begin() {
          const { code } = await (await did(await ask('POST', API_PATHS.walls, cookie, { name: note }))).json()
          const wall = await enter({ wall: code })
          return () => isAdmitted(wall)
        },
      },
      {
        what: 'an alarm is acknowledged',
        by: `post ${API_PATHS.alarms}/{id}/acknowledge`,
        async begin() {
          const giveUpMs = clock.monotonicMs() + COMES_WITHIN_MS
          let open = (await alarms(cookie)).find(({ acknowledged }) => acknowledged === null)
          while (!open && clock.monotonicMs() < giveUpMs) {
            await delay(clock, LOOK_EVERY_MS)
            open = (await alarms(cookie)).find(({ acknowledged }) => acknowledged === null)
          }
          if (!open) throw new Error('No alarm was raised.')
          await did(await ask('POST', `${API_PATHS.alarms}/${open.id}/acknowledge`, cookie, { note }))
          return async () =>
            (await alarms(cookie)).some(({ id, acknowledged }) => id === open.id && acknowledged?.note === note)
        },
      },
      {
        what: 'a note is left to the next shift',
        by: `post ${API_PATHS.journal}`,
        async begin() {
          await did(await ask('POST', API_PATHS.journal, cookie, { text: note }))
          return async () => {
            const { entries } = await read<{ entries: { text: string }[] }>(`${API_PATHS.journal}?kind=note`, cookie)
            return entries.some(({ text }) => text === note)
          }
        },
      },
      {
        what: 'a place is drawn',
        by: `post ${API_PATHS.places}`,
        async begin() {
          const geometry = { type: 'Point', coordinates: [121.5, 31.2] }
          const properties = { id: place, name: note, ringsKm: [6, 12], holdMin: 20 }
          await did(await ask('POST', API_PATHS.places, cookie, { type: 'Feature', geometry, properties }))
          return async () => {
            const { features } = await read<{ features: { properties: Record<string, unknown> }[] }>(
              API_PATHS.places,
              cookie,
            )
            return features.some(
              ({ properties: held }) => held.id === place && held.name === note && held.holdMin === 20,
            )
          }
        },
      },
      {
        what: 'a place is snoozed',
        by: `put ${API_PATHS.snoozes}/{place}`,
        async begin() {
          const path = `${API_PATHS.snoozes}/everywhere`
          await did(await ask('PUT', path, cookie, { minutes: 240, note, stages: ['approach'] }))
          return async () => {
            const { snoozes } = await read<{ snoozes: { place: string }[] }>(API_PATHS.snoozes, cookie)
            return snoozes.some((snooze) => snooze.place === 'everywhere')
          }
        },
      },
    ]
  }

  return {
    signIn,
    alarms,
    read,
    /** Runs the actions that the running version supports. */
    async act(round: string, cookie: string): Promise<Deed[]> {
      const known = await operations()
      const deeds: Deed[] = []
      for (const { begin, ...deed } of deedsOf(round, cookie))
        if (known.has(deed.by)) deeds.push({ ...deed, stands: await begin() })
      return deeds
    },
    /** The actions whose effect was lost, of those that the running version supports. */
    async fallen(deeds: readonly Deed[]): Promise<string[]> {
      const known = await operations()
      const due = deeds.filter(({ by }) => known.has(by))
      const giveUpMs = clock.monotonicMs() + HEARD_WITHIN_MS
      const lost: string[] = []
      for (const { what, stands } of due) {
        let isThere = await stands()
        while (!isThere && clock.monotonicMs() < giveUpMs) {
          await delay(clock, LOOK_EVERY_MS)
          isThere = await stands()
        }
        if (!isThere) lost.push(what)
      }
      return lost
    },
  }
}

export type People = ReturnType<typeof openPeople>
