import { afterEach, expect, it } from 'vitest'
import type { Alarm } from '../../../contract/watch/alarms.ts'
import { ALERT_SETTINGS_DEFAULT } from '../../../core/airports/alert-rules.ts'
import { placeOf } from '../../../testing/watch-kit.ts'
import { setPlaces } from '../../live/places/place-store.ts'
import { usePage } from '../../state/page-store.ts'
import { standingHere, toldHere } from './told-here.ts'

const AT = '2026-07-01T08:00:00Z'
const alarm = (stage: Alarm['stage'], group: string | null | undefined, id = 'golf'): Alarm => ({
  ...{ id: stage, stage, at: AT, struckAt: null, distanceKm: null, arrival: null, watched: null },
  place: group === undefined ? null : { id, name: 'Golf', nameZh: null, group },
  ...{ simulated: false, details: {}, link: null, acknowledged: null },
})
const page = (over: object = {}) => ({ ...usePage.getInitialState(), ...over })
const stages = (alarms: Alarm[], over: object = {}, settings = ALERT_SETTINGS_DEFAULT) =>
  toldHere(alarms, page(over), settings).map(({ stage }) => stage)

afterEach(() => setPlaces([], new Set(), () => false))

it('tells what is raised at guarded places, and at the airports that are watched here', () => {
  const raised = [alarm('alert', 'golf'), alarm('alarm', null), alarm('category', 'airports', 'ZSPD')]
  expect(stages(raised)).toEqual(['alert', 'alarm'])
  expect(stages(raised, { watched: ['ZSPD'] })).toEqual(['alert', 'alarm', 'category'])
  expect(stages(raised, { watched: ['ZBAA'] })).toEqual(['alert', 'alarm'])
})

it('tells of the places that are watched here alone, where some are', () => {
  setPlaces([placeOf('golf'), placeOf('farm')], new Set(), () => false)
  const raised = [alarm('alert', null), alarm('channel-broken', undefined)]
  expect(stages(raised, { watched: ['ZSPD'] })).toEqual(['alert', 'channel-broken'])
  expect(stages(raised, { watched: ['ZSPD', 'golf'] })).toEqual(['alert', 'channel-broken'])
  expect(stages(raised, { watched: ['farm'] })).toEqual(['channel-broken'])
})

it('tells that the server has lost data, unless that is off, and has it stand where something is watched', () => {
  const feed = (name: string) => ({ ...alarm('feed-lost', undefined), details: { feed: name } })
  const lost = [feed('lightning'), feed('reports'), alarm('channel-broken', undefined), alarm('test', undefined)]
  expect(stages(lost)).toEqual(['feed-lost', 'feed-lost', 'channel-broken'])
  const settings = { ...ALERT_SETTINGS_DEFAULT, off: ['reports-lost' as const] }
  expect(stages(lost, { watched: ['ZSPD'] }, settings)).toEqual(['feed-lost', 'channel-broken'])
  const standing = (watched: string[]) => standingHere(lost, page({ watched }), settings, Date.parse(AT)).length
  expect([standing(['ZSPD']), standing([])]).toEqual([1, 0])
})

it('tells what was raised by the rings that are chosen here, and by no others of the viewer’s', () => {
  const own = (key: string) => ({ ...alarm('alarm', 'airports', 'ZSPD'), own: key })
  const raised = [own('ZSPD:20,40:20'), own('ZSPD:2:20'), alarm('alert', 'airports', 'ZSPD')]
  const chosen = { watched: ['ZSPD'], rings: [20, 40], holdMinutes: 20 }
  expect(toldHere(raised, page(chosen), ALERT_SETTINGS_DEFAULT).map((each) => each.own)).toEqual(['ZSPD:20,40:20'])
  expect(stages(raised, { ...chosen, watched: [] })).toEqual([])
  expect(stages(raised, chosen, { ...ALERT_SETTINGS_DEFAULT, off: ['strike'] })).toEqual([])
  expect(stages(raised, { watched: ['ZSPD'] })).toEqual(['alert'])
})

it('leaves out the kinds that are off, and what a choice of one’s own judges', () => {
  const raised = (['approach', 'alarm', 'quiet', 'wind', 'category'] as const).map((stage) =>
    alarm(stage, 'airports', 'ZSPD'),
  )
  const watched = ['ZSPD']
  expect(stages(raised, { watched })).toEqual(['approach', 'alarm', 'quiet', 'wind', 'category'])
  expect(stages(raised, { watched }, { ...ALERT_SETTINGS_DEFAULT, off: ['strike'] })).toEqual(['wind', 'category'])
  expect(stages(raised, { watched }, { ...ALERT_SETTINGS_DEFAULT, gustMps: 12 })).not.toContain('wind')
  expect(stages(raised, { watched, categoryScheme: 'us' })).not.toContain('category')
  expect(stages(raised, { watched, rings: [1, 5, 10] })).toEqual(['wind', 'category'])
  const ownRules = { ZSPD: { rings: [5, 8, 16], holdMinutes: 15 } }
  expect(stages(raised, { watched, ownRules })).toEqual(['wind', 'category'])
})

it('keeps what nobody has seen to for an hour, and no all-quiet', () => {
  const seen = { ...alarm('alert', 'golf'), acknowledged: { by: 'Li', at: AT, note: '' } }
  const raised = [alarm('alarm', 'golf'), alarm('quiet', 'golf'), seen, alarm('channel-broken', undefined)]
  const standing = (minutes: number) =>
    standingHere(raised, page(), ALERT_SETTINGS_DEFAULT, Date.parse(AT) + minutes * 60_000).map(({ stage }) => stage)
  expect(standing(59)).toEqual(['alarm'])
  expect(standing(61)).toEqual([])
})
