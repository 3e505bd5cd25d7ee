import { expect, it } from 'vitest'
import { StrikeColumns } from '../../../../core/strikes/strike-columns.ts'
import { strikeRecord } from '../../../../testing/fakes/fake-server-access.ts'
import { createStrikeFinder } from './find-strike.ts'
import { strikeId } from './strike-id.ts'

const nowMs = Date.UTC(2026, 6, 1, 8)
const name = { timeMs: nowMs - 2_000, lat: 31.14321, lon: 121.80543 }

it('finds a strike by the name in a link, also one received after the link was opened', () => {
  const columns = new StrikeColumns()
  const find = createStrikeFinder()
  expect(find(name, columns)).toBeNull()
  columns.push([strikeRecord(name.timeMs + 0.3, name.lat, name.lon)], nowMs, true)
  expect(strikeId(find(name, columns)!)).toBe(strikeId(name))
})

it('drops an expired strike, and those of other columns', () => {
  const columns = new StrikeColumns()
  const find = createStrikeFinder()
  columns.push([strikeRecord(name.timeMs, name.lat, name.lon)], nowMs, true)
  expect(find(name, columns)).not.toBeNull()
  expect(find(name, new StrikeColumns())).toBeNull()
  columns.expire(nowMs + 121 * 60_000)
  expect(find(name, columns)).toBeNull()
})
