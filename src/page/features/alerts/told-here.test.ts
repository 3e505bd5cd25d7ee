import { expect, it } from 'vitest'
import type { Alarm } from '../../../contract/watch/alarms.ts'
import { placeOf } from '../../../testing/watch-kit.ts'
import { setPlaces } from '../../live/places/place-store.ts'
import { toldHere } from './told-here.ts'

const alarm = (stage: Alarm['stage'], group: string | null | undefined): Alarm => ({
  ...{ id: stage, stage, at: '2026-07-01T08:00:00Z', struckAt: null, distanceKm: null, arrival: null, watched: null },
  place: group === undefined ? null : { id: 'golf', name: 'Golf', nameZh: null, group },
  ...{ simulated: false, details: {}, link: null, acknowledged: null },
})
const stages = (alarms: Alarm[], watched: string[] = []) => toldHere(alarms, watched).map(({ stage }) => stage)

it('tells what is raised at guarded places, and leaves airports to the rules of who watches them', () => {
  expect(stages([alarm('alert', 'golf'), alarm('alarm', null), alarm('category', 'airports')])).toEqual([
    'alert',
    'alarm',
  ])
})

it('tells of the places that are watched here alone, where some are', () => {
  setPlaces([placeOf('golf'), placeOf('farm')], new Set(), () => false)
  const raised = [alarm('alert', null), alarm('channel-broken', undefined)]
  expect(stages(raised, ['ZSPD'])).toEqual(['alert', 'channel-broken'])
  expect(stages(raised, ['ZSPD', 'golf'])).toEqual(['alert', 'channel-broken'])
  expect(stages(raised, ['farm'])).toEqual(['channel-broken'])
})

it('tells of lost data once: by the rules of who watches an airport, where somebody does', () => {
  const lost = [alarm('feed-lost', undefined), alarm('channel-broken', undefined), alarm('test', undefined)]
  expect(stages(lost)).toEqual(['feed-lost', 'channel-broken'])
  expect(stages(lost, ['ZSPD'])).toEqual(['channel-broken'])
})
