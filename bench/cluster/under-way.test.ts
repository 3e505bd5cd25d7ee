import { pino } from 'pino'
import { expect, it } from 'vitest'
import { openLocalPointBudget } from '../../src/server/sources/upstream/local-point-budget.ts'
import { createFakeClock } from '../../src/testing/fakes/fake-clock.ts'
import { pointsUnderWay } from './under-way.ts'

it('knows of each call of a process whether it was settled', async () => {
  const lines = ['a line of another kind\n']
  const written = () => lines.join('')
  const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) })
  // The process is killed before the last one is noted by others.
  const stuck = Promise.withResolvers<void>()
  const keeps = [Promise.resolve(), Promise.resolve(), Promise.resolve(), Promise.resolve(), stuck.promise]
  const ledger = { read: async () => null, keep: () => keeps.shift() ?? Promise.resolve() }
  const budget = await openLocalPointBudget({ clock: createFakeClock(), pointsPerDay: 1_000, ledger, log })
  const charged = (await budget.reserve(10))!
  const free = (await budget.reserve(10))!
  await budget.reserve(7)
  await budget.reserve(0)
  expect(pointsUnderWay(written())).toBe(27)
  await charged.spend()
  await free.release()
  expect(pointsUnderWay(written())).toBe(7)
  void budget.reserve(20)
  expect(pointsUnderWay(written())).toBe(27)
})
