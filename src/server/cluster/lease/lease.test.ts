import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { delay } from '../../../core/time/clock.ts'
import { createFakeCell } from '../../../testing/cluster/fake-cell.ts'
import { createFakeClock } from '../../../testing/fakes/fake-clock.ts'
import { createLease, type Gained } from './lease.ts'
import { LEASE_MS } from './lease-word.ts'

const log = pino({ level: 'silent' })

function contender(id: string, way: ReturnType<ReturnType<typeof createFakeCell>>, fakeClock = createFakeClock()) {
  const told: string[] = []
  const gained: Gained[] = []
  /** Whose connection has ended, as far as this one is told. */
  const gone = new Set<string>()
  /** Whom this one has promised to take no lease from, and whether it leaves it to another one. */
  const promises = { to: '', leaves: false }
  const { cell, faults } = way
  let sleptMs = 0
  const clock = { ...fakeClock, monotonicMs: () => fakeClock.monotonicMs() + sleptMs }
  const lease = createLease({
    ...{ cell, id, clock, log },
    isGone: async (holder) => gone.has(holder),
    isPledgedTo: (holder) => holder === promises.to,
    isLeftToAnother: () => promises.leaves,
    onGained(how) {
      gained.push(how)
      told.push(how.handedOver ? 'gained at once' : 'gained')
    },
    onLost: () => told.push('lost'),
    onTaken: () => told.push('taken'),
  })
  return {
    ...{ lease, told, gained, gone, promises, faults, clock: fakeClock },
    /** No timer runs meanwhile. */
    sleep(ms: number) {
      sleptMs += ms
    },
  }
}

/** One holds it, and others may come by ways of their own. */
async function oneHolds() {
  const clock = createFakeClock()
  const way = createFakeCell()
  const first = contender('first', way(), clock)
  await clock.advance(600)
  return { clock, way, first }
}

describe('the lease', () => {
  it('is held by the first who comes, and by nobody else while it is renewed', async () => {
    const { clock, way, first } = await oneHolds()
    const second = contender('second', way(), clock)
    await clock.advance(60_000)
    expect([first.lease.isHeld(), second.lease.isHeld()]).toEqual([true, false])
    expect([first.told, second.told]).toEqual([['gained at once'], []])
  })

  it('is handed over at once', async () => {
    const { clock, way, first } = await oneHolds()
    const second = contender('second', way(), clock)
    await clock.advance(600)
    await first.lease.release()
    second.lease.look()
    await clock.advance(1)
    expect([first.lease.isHeld(), second.lease.isHeld()]).toEqual([false, true])
    await clock.advance(60_000)
    expect([first.told, second.told]).toEqual([['gained at once'], ['gained at once']])
  })

  it('is not taken from whom that was promised, until that one is gone', async () => {
    const { clock, way, first } = await oneHolds()
    const second = contender('second', way(), clock)
    await clock.advance(600)
    second.promises.to = 'first'
    first.faults.isOut = true
    await clock.advance(10_000)
    expect(second.told).toEqual([])
    second.gone.add('first')
    await clock.advance(500)
    expect(second.told).toEqual(['gained'])
  })

  it('is left to another one that is to have it, as long as that is so', async () => {
    const { clock, way, first } = await oneHolds()
    const second = contender('second', way(), clock)
    await clock.advance(600)
    second.promises.leaves = true
    await first.lease.release()
    await clock.advance(5_000)
    expect(second.told).toEqual([])
    second.promises.leaves = false
    await clock.advance(200)
    expect(second.told).toEqual(['gained at once'])
  })

  it('ends by itself before another one takes it', async () => {
    const { clock, way, first } = await oneHolds()
    const second = contender('second', way(), clock)
    await clock.advance(600)
    first.faults.isOut = true
    let heldMs = 0
    for (; first.lease.isHeld(); heldMs += 50) await clock.advance(50)
    expect(heldMs).toBeLessThan(LEASE_MS)
    await clock.advance(100)
    expect([first.told, second.told]).toEqual([['gained at once', 'lost'], []])
    await clock.advance(1_200)
    expect([first.lease.isHeld(), second.told]).toEqual([false, ['gained']])
  })

  it('is taken by another one an eighth of a second after it has ended for sure, whenever either began', async () => {
    const waitsMs: number[] = []
    for (let offMs = 0; offMs < 250; offMs += 25) {
      const clock = createFakeClock()
      const way = createFakeCell()
      const first = contender('first', way(), clock)
      await clock.advance(600 + offMs)
      const second = contender('second', way(), clock)
      await clock.advance(2_000 - (600 + offMs))
      first.faults.isOut = true
      const fromMs = clock.monotonicMs()
      while (second.told.length === 0) await clock.advance(5)
      waitsMs.push(clock.monotonicMs() - fromMs)
    }
    expect(Math.max(...waitsMs)).toBeLessThanOrEqual(LEASE_MS + 130)
  })

  it('is taken again at once by who had it, where the servers answered nothing for a while and nobody else took it', async () => {
    const { clock, way, first } = await oneHolds()
    const second = contender('second', way(), clock)
    second.faults.isOut = true // it has not seen the latest renewals
    await clock.advance(10_000)
    first.faults.isOut = true
    await clock.advance(6_000)
    expect([first.lease.isHeld(), first.told]).toEqual([false, ['gained at once', 'lost']])
    first.faults.isOut = second.faults.isOut = false
    await clock.advance(250)
    expect([first.told, second.told]).toEqual([['gained at once', 'lost', 'gained at once'], []])
    expect(first.gained[1]!.quietMs).toBeGreaterThan(1_000)
  })

  it('is not taken again at once by who gave it up, nor by who had it before another one', async () => {
    const { clock, way, first } = await oneHolds()
    first.lease.drop('another process writes the log')
    await clock.advance(1_000)
    expect(first.told).toEqual(['gained at once', 'lost'])
    await clock.advance(2_200)
    expect(first.told).toEqual(['gained at once', 'lost', 'gained'])
    const second = contender('second', way(), clock)
    await clock.advance(600)
    first.faults.isOut = true
    await clock.advance(4_000)
    first.faults.isOut = false
    await clock.advance(10_000)
    expect([first.lease.isHeld(), second.lease.isHeld()]).toEqual([false, true])
  })

  it.each(['by the time that passed', 'by the date alone'])('is not held by one that slept, %s', async (how) => {
    const way = createFakeCell()
    const sleeper = contender('sleeper', way())
    await sleeper.clock.advance(600)
    expect(sleeper.lease.isHeld()).toBe(true)
    if (how === 'by the date alone') sleeper.clock.step(LEASE_MS)
    else sleeper.sleep(LEASE_MS)
    expect(sleeper.lease.isHeld()).toBe(false)
  })

  it('is kept where the answer to a renewal is lost, as often as it is short', async () => {
    const { lease, clock, told, faults } = contender('one', createFakeCell()())
    await clock.advance(600)
    faults.losesAnswers = true
    await clock.advance(900)
    faults.losesAnswers = false
    await clock.advance(10_000)
    expect([lease.isHeld(), told]).toEqual([true, ['gained at once']])
  })

  it('is had again at once by who could not renew it, and nobody else either', async () => {
    const { clock, way, first } = await oneHolds()
    const second = contender('second', way(), clock)
    await clock.advance(600)
    for (const { faults } of [first, second]) faults.isOut = true
    await clock.advance(30_000)
    expect([first.told, second.told]).toEqual([['gained at once', 'lost'], []])
    second.faults.isOut = false
    await clock.advance(1_000)
    first.faults.isOut = false
    await clock.advance(300)
    expect([first.lease.isHeld(), first.gained.at(-1), second.told]).toEqual([
      true,
      expect.objectContaining({ again: true, handedOver: true }),
      [],
    ])
  })

  it('is told to be taken where another one had it meanwhile', async () => {
    const { clock, way, first } = await oneHolds()
    const second = contender('second', way(), clock)
    first.faults.isOut = true
    await clock.advance(10_000)
    first.faults.isOut = false
    await clock.advance(300)
    expect([first.told, second.told]).toEqual([['gained at once', 'lost', 'taken'], ['gained']])
  })

  it('is let go of by who takes it while it is asked to end', async () => {
    const clock = createFakeClock()
    const way = createFakeCell()
    const slow = way()
    const { write } = slow.cell
    const isWritten = Promise.withResolvers<void>()
    slow.cell.write = async (text, revision) => {
      const written = await write(text, revision)
      await isWritten.promise
      return written
    }
    const ending = contender('ending', slow, clock)
    await clock.advance(300)
    const released = ending.lease.release()
    isWritten.resolve()
    await released
    const next = contender('next', way(), clock)
    await clock.advance(600)
    expect([ending.told, next.told]).toEqual([[], ['gained at once']])
  })

  it('is left to others for longer each time by who gives it up again and again, and for less after a good while', async () => {
    const clock = createFakeClock()
    const { lease } = contender('alone', createFakeCell()(), clock)
    await clock.advance(600)
    const waitsMs: number[] = []
    const giveUp = async () => {
      lease.drop('the log takes nothing')
      let waitedMs = 0
      for (; !lease.isHeld(); waitedMs += 125) await clock.advance(125)
      waitsMs.push(Math.round(waitedMs / 500) * 500)
    }
    for (let i = 0; i < 5; i++) await giveUp()
    await clock.advance(61_000)
    await giveUp()
    expect(waitsMs).toEqual([3_000, 6_000, 12_000, 15_000, 15_000, 3_000])
  })

  it('is had by another one first, and by none of two for longer than it takes where both give it up', async () => {
    const clock = createFakeClock()
    const way = createFakeCell()
    const both = [contender('first', way(), clock), contender('second', way(), clock)] as const
    await clock.advance(600)
    const holders: string[] = []
    for (let i = 0; i < 4; i++) {
      const holder = both.find(({ lease }) => lease.isHeld())!
      holders.push(holder === both[0] ? 'first' : 'second')
      holder.lease.drop('the log takes nothing')
      await clock.advance(3_500)
    }
    expect(new Set(holders.slice(0, 2)).size).toBe(2)
    expect(both.some(({ lease }) => lease.isHeld())).toBe(true)
  })

  it('is given up by who learns that another one writes', async () => {
    const { lease, clock, told } = contender('one', createFakeCell()())
    await clock.advance(600)
    lease.drop('it writes')
    expect([lease.isHeld(), told]).toEqual([false, ['gained at once', 'lost']])
  })

  it.each([
    ['for longer than ours', 4_000, 4_000],
    ['for as long as it was before it was said', undefined, LEASE_MS],
  ])('of another version is waited for %s', async (_, forMs, waitedMs) => {
    const clock = createFakeClock()
    const way = createFakeCell()
    await way().cell.write(JSON.stringify({ holder: 'of another version', forMs }), null)
    const next = contender('next', way(), clock)
    await clock.advance(waitedMs - 1)
    expect(next.told).toEqual([])
    await clock.advance(300)
    expect(next.told).toEqual(['gained'])
  })

  it('is taken sooner where the connection of its holder has ended, and stays so for a quarter of a second', async () => {
    const { clock, way, first } = await oneHolds()
    const second = contender('second', way(), clock)
    await clock.advance(10_000)
    second.gone.add('first')
    await clock.advance(10_000)
    expect([first.lease.isHeld(), second.told]).toEqual([true, []])
    first.faults.isOut = true
    await clock.advance(600)
    second.gone.clear()
    await clock.advance(200)
    second.gone.add('first')
    await clock.advance(200)
    expect(second.told).toEqual([])
    await clock.advance(250)
    expect(second.told).toEqual(['gained'])
  })

  it('lets its holder ask between two renewals, and not where the next one is late', async () => {
    const { lease, clock, faults } = contender('one', createFakeCell()())
    await clock.advance(600)
    const asks = async (ms: number) => {
      const may: boolean[] = []
      for (let passedMs = 0; passedMs < ms; passedMs += 50) {
        may.push(lease.mayAsk())
        await clock.advance(50)
      }
      return new Set(may)
    }
    expect(await asks(10_000)).toEqual(new Set([true]))
    faults.isOut = true
    await clock.advance(600)
    expect([lease.isHeld(), await asks(10_000)]).toEqual([true, new Set([false])])
    faults.isOut = false
    await clock.advance(600)
    expect(await asks(1_000)).toEqual(new Set([true]))
  })

  it('lets a holder whose renewals take long ask as long as it holds it, and no longer than it says', async () => {
    const clock = createFakeClock()
    const way = createFakeCell()
    const slow = way()
    const { write } = slow.cell
    let tookMs = 700
    slow.cell.write = async (text, revision) => {
      await delay(clock, tookMs)
      return write(text, revision)
    }
    const { lease } = contender('far away', slow, clock)
    let asked = 0
    for (let i = 0; i < 200; i++) {
      await clock.advance(50)
      if (lease.mayAsk()) asked++
    }
    expect(asked).toBeGreaterThan(150)
    tookMs = 0
    await clock.advance(6_000)
    slow.faults.losesAnswers = true
    await clock.advance(100)
    expect(JSON.parse((await way().cell.read())!.text)).toMatchObject({ asksForMs: 550 })
    await clock.advance(600)
    expect([lease.isHeld(), lease.mayAsk()]).toEqual([true, false])
  })

  it('is taken in the moment in which it ends, also where nobody says whether its holder is there', async () => {
    const { clock, way, first } = await oneHolds()
    const { cell } = way()
    const second: string[] = []
    createLease({
      ...{ cell, id: 'second', clock, log },
      isGone: () => delay(clock, 200).then(() => false),
      onGained: () => second.push('gained'),
      onLost: () => {},
    })
    await clock.advance(2_000)
    first.faults.isOut = true
    await clock.advance(LEASE_MS + 20)
    expect(second).toEqual(['gained'])
  })

  it.each<[string, string[], number?]>([
    ['is cut off', []],
    ['is taken for gone', ['first']],
    ['is cut off, and whose renewals took long', [], 400],
  ])(
    'leaves a second between the last that one may do that %s and the first that the next one does',
    async (_how, gone, renewalMs = 0) => {
      const clock = createFakeClock()
      const way = createFakeCell()
      const slow = way()
      const { write } = slow.cell
      slow.cell.write = async (text, revision) => {
        if (renewalMs > 0) await delay(clock, renewalMs)
        return write(text, revision)
      }
      const first = contender('first', slow, clock)
      await clock.advance(600)
      const second = contender('second', way(), clock)
      for (const each of gone) second.gone.add(each)
      await clock.advance(10_000)
      expect(first.lease.isHeld()).toBe(true)
      first.faults.isOut = true
      let askedUntilMs = 0
      let beginsMs = Number.POSITIVE_INFINITY
      while (clock.monotonicMs() < beginsMs) {
        if (first.lease.mayAsk()) askedUntilMs = clock.monotonicMs()
        await clock.advance(10)
        if (second.gained[0]) beginsMs = Math.min(beginsMs, clock.monotonicMs() + second.gained[0].quietMs)
      }
      expect(second.told).toEqual(['gained'])
      expect(beginsMs - askedUntilMs).toBeGreaterThan(1_000)
      await second.lease.release()
      const third = contender('third', way(), clock)
      await clock.advance(600)
      expect(third.gained[0]).toMatchObject({ handedOver: true })
      expect(third.gained[0]!.quietMs).toBeGreaterThan(1_000)
    },
  )
})
