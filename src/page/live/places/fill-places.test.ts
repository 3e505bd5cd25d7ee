import { afterEach, expect, it } from 'vitest'
import type { WatchAccess } from '../../../client/watch/watch-access.ts'
import { type Ladders, ladderOf } from '../../../core/levels/ladder-of.ts'
import { featureOf } from '../../../core/places/read-places.ts'
import { createFakeClock } from '../../../testing/fakes/fake-clock.ts'
import { placeOf } from '../../../testing/watch-kit.ts'
import { fillPlaces, refreshPlaces } from './fill-places.ts'
import { usePlaces } from './place-store.ts'

const MINUTE = 60_000
const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  usePlaces.setState(usePlaces.getInitialState(), true)
})

/** A server with a list that tests change; `marks` are the received ETags. */
function setUp() {
  const clock = createFakeClock()
  const marks: (string | null)[] = []
  const server = { features: [] as unknown[], ladders: [] as Ladders[], mark: 'a', isDown: false }
  const access: Pick<WatchAccess, 'places'> = {
    async places(mark) {
      marks.push(mark)
      if (server.isDown) throw new Error('away')
      return mark === server.mark ? null : { features: server.features, ladders: server.ladders, mark: server.mark }
    },
  }
  const reports = { airport: (id: string) => (id === 'ZSPD' ? {} : undefined), subscribe: () => () => {} }
  const start = () => {
    type Deps = Parameters<typeof fillPlaces>[0]
    const live = { reports } as unknown as Deps['live']
    stops.push(fillPlaces({ watch: async () => access as WatchAccess, clock, live }))
  }
  const ids = () => usePlaces.getState().places.map(({ id }) => id)
  return { clock, marks, server, start, ids }
}

const features = (...ids: string[]) => ids.map((id) => featureOf(placeOf(id)))

it('reads the list once, and again only when it is another one', async () => {
  const { clock, marks, server, start, ids } = setUp()
  server.features = [...features('golf', 'ZSPD'), { type: 'Feature' }]
  start()
  await clock.advance(1)
  expect(ids()).toEqual(['golf'])
  const { places } = usePlaces.getState()
  await clock.advance(2 * MINUTE)
  expect(marks).toEqual([null, 'a', 'a'])
  expect(usePlaces.getState().places).toBe(places)
  Object.assign(server, { mark: 'b', features: features('farm') })
  await clock.advance(MINUTE)
  expect(ids()).toEqual(['farm'])
})

it('reads thousands in parts, between which others have a turn', async () => {
  const { clock, server, start, ids } = setUp()
  server.features = features(...Array.from({ length: 1_200 }, (_, i) => `p${i}`))
  let turns = 0
  const each = () => {
    if (ids().length > 0) return
    turns++
    clock.after(0, each)
  }
  start()
  clock.after(0, each)
  await clock.advance(1)
  await clock.advance(1)
  await clock.advance(1)
  expect(ids()).toHaveLength(1_200)
  expect(turns).toBeGreaterThan(1)
})

it('drops a response when refreshed, and still polls once a minute', async () => {
  const { clock, marks, server, start, ids } = setUp()
  server.features = features(...Array.from({ length: 1_200 }, (_, i) => `p${i}`))
  start()
  await Promise.resolve()
  Object.assign(server, { mark: 'b', features: features('farm') })
  refreshPlaces()
  await clock.advance(10)
  expect(ids()).toEqual(['farm'])
  await clock.advance(MINUTE)
  expect(marks).toEqual([null, null, 'b'])
})

it('is unknown before the first list, and keeps it later', async () => {
  const { clock, server, start, ids } = setUp()
  Object.assign(server, { isDown: true, features: features('golf') })
  start()
  await clock.advance(1)
  expect(usePlaces.getState().list).toBe('failed')
  server.isDown = false
  await clock.advance(10_000)
  expect([usePlaces.getState().list, ids()]).toEqual(['ready', ['golf']])
  server.isDown = true
  await clock.advance(MINUTE)
  expect([usePlaces.getState().list, ids()]).toEqual(['ready', ['golf']])
})

it('has the levels of the server’s rules for places and airports, and shows a place that refers to another', async () => {
  const { clock, server, start } = setUp()
  const ladders = ladderOf({ id: 'ZSPD', group: null, stated: {} }, [
    { places: ['ZSPD'], levels: [{ id: 'red', name: 'RED', km: 5, holdMin: 15, strikes: 1, withinMin: 10 }] },
  ])
  const airport = featureOf(placeOf('ZSPD', { group: 'airports', stated: {} }))
  const handler = featureOf(placeOf('handler', { at: 'ZSPD', stated: {} }))
  server.features = [
    { ...airport, properties: { ...airport.properties, ladders: 0 } },
    { ...handler, geometry: airport.geometry },
  ]
  server.ladders = [ladders]
  start()
  await clock.advance(1)
  const { guarded, byId } = usePlaces.getState()
  expect(guarded.get('ZSPD')).toMatchObject({ ringsKm: [5], holdMin: 15, ladders, stated: {} })
  expect(guarded.get('ZSPD')!.ladders!.rule.lightning).toBe('rules')
  expect(byId.get('handler')).toMatchObject({ at: 'ZSPD', ringsKm: [5, 8, 16], shape: { middle: { lat: 31 } } })
})
