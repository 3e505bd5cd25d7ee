import { expect, it } from 'vitest'
import { feedRow, levelState, rowOf } from '../../testing/channels/rows.ts'
import { reportRecord } from '../../testing/fakes/fake-source.ts'
import { placeOf } from '../../testing/watch-kit.ts'
import { LevelEngine } from '../levels/level-engine.ts'
import { NO_GAPS } from '../levels/level-state.ts'
import { rowOf as rowOfChange } from '../levels/row.ts'
import { rowHeadline } from '../levels/texts.ts'
import { reportFromRecord } from '../metar/read-report.ts'
import { MINUTE_MS } from '../time/durations.ts'
import { gapRowId, withGapsJoined } from './joined-gaps.ts'

const NOW = Date.parse('2026-07-01T08:00:00Z')

it('lists a gap that has ended in one row, from when to when, and one that lasts in its own', () => {
  const began = feedRow('lightning', NOW, null, NOW + 30_000)
  const ended = feedRow('lightning', NOW, NOW + 600_000, NOW + 601_000)
  const other = feedRow('reports', NOW, null, NOW + 30_000)
  const storm = rowOf({ place: 'golf', levels: [levelState('r5', 'on')], atMs: NOW })
  expect(withGapsJoined([ended, other, storm, began])).toEqual([ended, other, storm])
  expect(withGapsJoined([other, storm, began])).toEqual([other, storm, began])
  expect(gapRowId(ended)).toBe(began.id)
  expect(rowHeadline(ended, 'en')).toBe(
    'Lightning data again since 08:10:00 UTC; no data from 08:00:00 UTC to 08:10:00 UTC',
  )
})

it('lists a report that was overdue in one row, from the last before the gap to the first after it', () => {
  const metar = (time: string) => {
    const raw_metar = `METAR ZSPD 01${time}Z 12004MPS CAVOK 28/22 Q1008`
    const at = `2026-07-01T${time.slice(0, 2)}:${time.slice(2)}:00Z`
    return reportFromRecord(reportRecord({ raw_metar, obs_time: at, arrived_at: at }))!
  }
  const engine = new LevelEngine({})
  engine.setPlaces([placeOf('ZSPD', { group: 'airports' })], NOW, NO_GAPS)
  engine.report(metar('0800'), NOW)
  const overdue = engine.tick(NOW + 80 * MINUTE_MS, NO_GAPS)
  const seen = engine.report(metar('0930'), NOW + 91 * MINUTE_MS)
  const rows = [...seen, ...overdue].map((change) =>
    rowOfChange(change, { observed: { now: true, since: null }, stops: [], simulated: false, link: null }),
  )
  expect(rows.map(({ id, from, to }) => [id, from, to])).toEqual([
    ['ZSPD.weather.seen.1782898200000', '2026-07-01T08:00:00.000Z', '2026-07-01T09:30:00.000Z'],
    ['ZSPD.weather.overdue.1782892800000', '2026-07-01T08:00:00.000Z', null],
  ])
  expect(withGapsJoined(rows)).toEqual([rows[0]])
  expect(rowHeadline(rows[0]!, 'en')).toBe(
    'Place ZSPD: report received again, observed 09:30 UTC, the last before it 08:00 UTC',
  )
  expect(rowHeadline(rows[0]!, 'zh')).toBe('Place ZSPD：已收到报文，09:30 UTC观测；此前最后一份为08:00 UTC观测')
})
