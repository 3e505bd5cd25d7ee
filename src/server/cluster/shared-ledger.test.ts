import { describe, expect, it } from 'vitest'
import { DAY_MS } from '../../core/time/durations.ts'
import { createFakeCell } from '../../testing/cluster/fake-cell.ts'
import { createFakeClock } from '../../testing/fakes/fake-clock.ts'
import { silentLog as log } from '../../testing/fakes/silent-log.ts'
import { openLocalPointBudget } from '../sources/upstream/local-point-budget.ts'
import { createSharedLedger } from './shared-ledger.ts'

/** Processes that count in one cell, each by its own connection. `first` is a leader. */
async function setUp() {
  const clock = createFakeClock()
  const open = createFakeCell()
  const lead = async (staleReads = 0) => {
    const { cell, faults } = open()
    faults.staleReads = staleReads
    const ledger = createSharedLedger({ cell, clock, log })
    const budget = await openLocalPointBudget({ clock, pointsPerDay: 1_000, ledger })
    return {
      budget,
      faults,
      buy: async (points: number) => (await budget.reserve(points))!.spend(),
      spent: async () => (await budget.state()).spentToday,
    }
  }
  return { clock, lead, first: await lead(), loseLatest: open.loseLatest, write: open().cell.write }
}

describe('points of the day of several leaders', () => {
  it('hold an answer that came to the one before after its time', async () => {
    const { lead, first } = await setUp()
    const late = (await first.budget.reserve(10))!
    const second = await lead()
    await second.buy(5)
    await late.spend()
    await second.buy(1)
    expect(await second.spent()).toBe(16)
    await second.buy(1)
    expect(await (await lead()).spent()).toBe(17)
  })

  it('are fewer at the leader if a call of the previous one was free', async () => {
    const { clock, lead, first } = await setUp()
    const free = (await first.budget.reserve(10))!
    const refused = (await first.budget.reserve(10))!
    const second = await lead()
    await free.release()
    await second.buy(5)
    expect(await second.spent()).toBe(15)
    await refused.release()
    // It reads without writing.
    await clock.advance(5_000)
    await second.spent()
    await clock.advance(0)
    expect(await second.spent()).toBe(5)
    await second.buy(1)
    expect([await second.spent(), await (await lead()).spent()]).toEqual([6, 6])
  })

  it('are not fewer where a server that is behind is read, by the leader or at the start of the next', async () => {
    const { clock, lead, first } = await setUp()
    for (const points of [10, 20]) await first.buy(points)
    await clock.advance(5_000)
    first.faults.staleReads = 1
    await first.spent()
    await clock.advance(0)
    expect([await first.spent(), await (await lead(3)).spent()]).toEqual([30, 30])
  })

  it('are counted once where an answer was lost, and its process slept while another one wrote many times', async () => {
    const { clock, lead, first } = await setUp()
    first.faults.losesAnswers = true
    const slept = first.budget.reserve(10)
    await clock.advance(0)
    first.faults.losesAnswers = false
    const second = await lead()
    for (let calls = 0; calls < 40; calls++) await second.buy(10)
    await clock.advance(1_000)
    await (await slept)!.spend()
    expect(await (await lead()).spent()).toBe(410)
  })

  it('are counted once where an answer was lost, and however long nothing can be written', async () => {
    const { clock, lead, first } = await setUp()
    first.faults.losesAnswers = true
    void first.buy(10)
    await clock.advance(500)
    const second = await lead()
    await second.buy(5)
    first.faults.losesAnswers = false
    first.faults.isOut = true
    void first.buy(20)
    await clock.advance(60_000)
    first.faults.isOut = false
    await clock.advance(1_000)
    expect(await (await lead()).spent()).toBe(35)
  })

  it('start at zero each day, and late settlements of the day before change nothing', async () => {
    const { clock, lead, first } = await setUp()
    await first.buy(10)
    const free = (await first.budget.reserve(20))!
    first.faults.isOut = true
    void free.release()
    await clock.advance(1_000)
    clock.sleep(1.5 * DAY_MS)
    const second = await lead()
    await second.buy(5)
    first.faults.isOut = false
    await clock.advance(1_000)
    expect(await (await lead()).spent()).toBe(5)
  })

  it('include the latest points although the servers lost them', async () => {
    const { lead, first, loseLatest } = await setUp()
    for (const points of [10, 20]) await first.buy(points)
    await (await lead()).spent()
    loseLatest()
    for (const points of [30, 40]) await first.buy(points)
    loseLatest()
    await first.buy(5)
    expect([await first.spent(), await (await lead()).spent()]).toEqual([105, 105])
  })

  it('include those of a version that named its leaders in a list', async () => {
    const { clock, lead, write } = await setUp()
    await write(JSON.stringify({ day: Math.floor(clock.now() / DAY_MS), points: 30, by: ['leader/1'] }), null)
    const next = await lead()
    await next.buy(5)
    expect([await next.spent(), await (await lead()).spent()]).toEqual([35, 35])
  })
})
