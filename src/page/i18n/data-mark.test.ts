import { expect, it } from 'vitest'
import { words } from '../../testing/locales/page-words.ts'
import { dataMark } from './data-mark.ts'

const t = words.getFixedT('en', 'page')
const of = (from: string, to: string) => ({ source: 'MET Norway', from, to })

it.each([
  ['nothing of real data', false, null, ''],
  ['that it is made up', true, null, 'Simulated data'],
  [
    'whose strikes are played, and of when',
    true,
    of('2022-07-03T00:00:10Z', '2022-07-03T17:59:53Z'),
    'Replay 2022-07-03 · MET Norway',
  ],
  [
    'all days of them',
    true,
    of('2022-07-03T23:59:00Z', '2022-07-05T00:10:00Z'),
    'Replay 2022-07-03 – 2022-07-05 · MET Norway',
  ],
])('every screen shows %s', (_, simulated, replay, said) => {
  expect(dataMark({ simulated, replay }, t)).toBe(said)
})
