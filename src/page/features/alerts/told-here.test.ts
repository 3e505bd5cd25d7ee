import { expect, it } from 'vitest'
import type { Alarm } from '../../../contract/watch/alarms.ts'
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

it('tells of lost data once: by the rules of who watches an airport, where somebody does', () => {
  const lost = [alarm('feed-lost', undefined), alarm('channel-broken', undefined), alarm('test', undefined)]
  expect(stages(lost)).toEqual(['feed-lost', 'channel-broken'])
  expect(stages(lost, ['ZSPD'])).toEqual(['channel-broken'])
})
