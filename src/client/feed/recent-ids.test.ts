import { describe, expect, it } from 'vitest'
import { createFakeClock } from '../../testing/fakes/fake-clock.ts'
import { createLatestIds, createRecentIds } from './recent-ids.ts'

describe('createRecentIds', () => {
  it('recognises an id for the configured time, from any start', async () => {
    for (const startMs of [0, 1, 30_000, 59_999]) {
      const clock = createFakeClock()
      const ids = createRecentIds({ clock, keepMs: 360_000 })
      ids.isNew('other')
      await clock.advance(startMs)
      expect(ids.isNew('a')).toBe(true)
      await clock.advance(360_000)
      expect(ids.isNew('a')).toBe(false)
    }
  })

  it('forgets ids older than that time plus two generations', async () => {
    const clock = createFakeClock()
    const ids = createRecentIds({ clock, keepMs: 360_000 })
    ids.isNew('a')
    for (let minute = 0; minute < 8; minute++) {
      await clock.advance(60_000)
      ids.isNew(`at ${minute}`)
    }
    expect(ids.isNew('a')).toBe(true)
  })
})

describe('a break without data', () => {
  it('does not change stored ids', async () => {
    const clock = createFakeClock()
    const ids = createRecentIds({ clock, keepMs: 360_000 })
    ids.isNew('before')
    await clock.advance(3_600_000)
    ids.isNew('after')
    await clock.advance(200_000)
    expect([ids.knows('before'), ids.isNew('before'), ids.knows('never')]).toEqual([true, false, false])
  })
})

describe('createLatestIds', () => {
  it('remembers the last few of each key', () => {
    const ids = createLatestIds(2)
    const meet = (key: string, id: string) => ids.isNew({ key, id })
    expect([meet('ZSPD', '1'), meet('ZSPD', '1'), meet('ZBAA', '1')]).toEqual([true, false, true])
    expect([meet('ZSPD', '2'), meet('ZSPD', '3'), meet('ZSPD', '2'), meet('ZSPD', '1')]).toEqual([
      true,
      true,
      false,
      true,
    ])
  })
})
