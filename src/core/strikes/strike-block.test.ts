import { expect, it } from 'vitest'
import { strikeRecordSchema } from '../../contract/lightning.ts'
import { blockOf, recordsOf } from './strike-block.ts'

it('restores every documented field of a record', () => {
  const record = {
    time: 1_782_893_459_900_000_001n,
    obser_datetime: '2026-07-01 08:10:59.900',
    lat: 31.1,
    lon: 121.8,
    alt: 0,
    pol: -1,
    mds: 1_200,
    mcg: 130,
    status: 'A',
    region: 7,
    arrived_at: '2026-07-01T08:11:02.000Z',
  }
  expect(Object.keys(record).sort()).toEqual(Object.keys(strikeRecordSchema.shape).sort())
  expect(recordsOf(blockOf([record], 1_782_893_400), { exact: true })).toEqual([record])
})
