import { expect, it } from 'vitest'
import { reportRecord } from '../../testing/fakes/fake-source.ts'
import { type TakeTurn, visitReports } from './aggregate-hour.ts'

it('reads the reports of an hour in batches, yielding in between', async () => {
  const told: string[] = []
  const pieces = [[reportRecord(), reportRecord()], [reportRecord()]]
  const history = {
    async *reports() {
      for (const piece of pieces) {
        told.push('read')
        yield piece
      }
    },
  }
  const take: TakeTurn = async (piece) => {
    told.push('turn')
    return piece()
  }
  const count = await visitReports(history, { fromMs: 0, toMs: 1 }, take, (records) => told.push(`${records.length}`))
  expect(count).toBe(3)
  expect(told).toEqual(['turn', 'read', '2', 'turn', 'read', '1', 'turn'])
})
