import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { delay } from '../../core/time/clock.ts'
import { createFakeCell } from '../../testing/cluster/fake-cell.ts'
import { createFakeClock } from '../../testing/fakes/fake-clock.ts'
import { createLease, LEASE_MS, MARGIN_MS } from './lease.ts'

const log = pino({ level: 'silent' })

type OpenWay = ReturnType<typeof createFakeCell>

function contender(id: string, openWay: OpenWay, clock = createFakeClock(), role: keyof typeof LEASE_MS = 'leader') {
  const { cell, faults } = openWay()
  const events: string[] = []
  const tokens: number[] = []
  const rules = { mayTake: true, waitsMs: 0 }
  const answers = { takeMs: 0, askedMs: 0 }
  let sleptMs = 0
  const lease = createLease({
    cell: {
      ...cell,
      async write(text, revision) {
        const askedMs = clock.monotonicMs()
        const stored = await cell.write(text, revision)
        if (answers.takeMs > 0) await delay(clock, answers.takeMs)
        answers.askedMs = askedMs
        return stored
      },
    },
    role,
    id,
    clock: { ...clock, monotonicMs: () => clock.monotonicMs() + sleptMs },
    log,
    mayTake: () => rules.mayTake,
    waitsMs: () => rules.waitsMs,
    onGained({ token, again }) {
      tokens.push(token)
      events.push(again ? 'gained again' : 'gained')
    },
    onLost: ({ ranOut }) => events.push(ranOut ? 'ran out' : 'lost'),
    onTaken: () => events.push('taken'),
  })
  const sleep = (ms: number) => {
    sleptMs += ms
  }
  /** Advances the clock until the lease is not held. Returns the duration, ms. */
  async function untilLost(): Promise<number> {
    let heldMs = 0
    for (; lease.isHeld() && heldMs < 10 * LEASE_MS.leader; heldMs += 10) await clock.advance(10)
    return heldMs
  }

  return { untilLost, lease, events, tokens, rules, answers, faults, clock, cell, sleep }
}

/** One process holds the lease, another one waits for it. */
async function holderAndOther() {
  const clock = createFakeClock()
  const openWay = createFakeCell()
  const first = contender('first', openWay, clock)
  await clock.advance(600)
  const second = contender('second', openWay, clock)
  await clock.advance(600)
  return { clock, openWay, first, second }
}

describe('the lease', () => {
  it('ends at its holder before another process takes it, which has a higher token', async () => {
    const { clock, first, second } = await holderAndOther()
    first.faults.isOut = true
    const heldMs = await first.untilLost()
    expect(heldMs).toBeLessThanOrEqual(LEASE_MS.leader - MARGIN_MS + 50)
    expect(second.events).toEqual([])
    await clock.advance(1_000)
    expect(first.events).toEqual(['gained', 'ran out'])
    expect(second.events).toEqual(['gained'])
    expect(second.tokens[0]).toBeGreaterThan(first.tokens[0]!)
    expect([first.lease.token(), second.lease.token()]).toEqual([null, second.tokens[0]])
  })

  it('lasts as long as its record says, also where that is another duration than ours', async () => {
    const clock = createFakeClock()
    const openWay = createFakeCell()
    await openWay().cell.write(JSON.stringify({ holder: 'another version', forMs: 20_000 }), null)
    const second = contender('second', openWay, clock)
    await clock.advance(20_000)
    expect(second.events).toEqual([])
    await clock.advance(1_000)
    expect(second.events).toEqual(['gained'])
  })

  it.each(['by the time that passed', 'by the wall clock alone'])(
    'is not held by a process that slept, %s',
    async (how) => {
      const sleeper = contender('sleeper', createFakeCell())
      await sleeper.clock.advance(600)
      expect(sleeper.lease.isHeld()).toBe(true)
      if (how === 'by the wall clock alone') sleeper.clock.step(LEASE_MS.leader)
      else sleeper.sleep(LEASE_MS.leader)
      expect([sleeper.lease.isHeld(), sleeper.lease.token(), sleeper.lease.aloneMs()]).toEqual([false, null, 0])
    },
  )

  it('counts the time without other holders from when a free lease was gained', async () => {
    const { clock, first, second } = await holderAndOther()
    await clock.advance(1_000)
    await first.lease.release()
    while (second.events.length === 0) await clock.advance(10)
    expect(Math.round(second.lease.aloneMs())).toBeLessThanOrEqual(10)
    await clock.advance(1_000)
    expect(second.lease.aloneMs()).toBeGreaterThanOrEqual(1_000)
  })

  it('counts the time without other holders from the last change of a lapsed lease', async () => {
    const { clock, first, second } = await holderAndOther()
    first.faults.isOut = true
    while (second.events.length === 0) await clock.advance(10)
    expect(second.lease.aloneMs()).toBeGreaterThanOrEqual(LEASE_MS.leader)
    expect(second.lease.aloneMs()).toBeLessThan(LEASE_MS.leader + 2_000)
  })

  it('is gained again at once by its former holder after an outage of the cell', async () => {
    const { clock, first, second } = await holderAndOther()
    first.faults.isOut = second.faults.isOut = true
    await clock.advance(30_000)
    expect([first.events, second.events]).toEqual([['gained', 'ran out'], []])
    second.faults.isOut = false
    await clock.advance(500)
    first.faults.isOut = false
    await clock.advance(1_000)
    expect([first.events, second.events]).toEqual([['gained', 'ran out', 'gained again'], []])
  })

  it('lasts from before its holder asked, however late the answer comes', async () => {
    const one = contender('one', createFakeCell())
    one.answers.takeMs = 900
    await one.clock.advance(10_000)
    expect(one.events).toEqual(['gained'])
    one.faults.isOut = true
    await one.untilLost()
    expect(one.clock.monotonicMs() - one.answers.askedMs).toBeLessThan(LEASE_MS.leader - MARGIN_MS + 20)
  })

  it('is not extended by a renewal whose answer was lost', async () => {
    const one = contender('one', createFakeCell())
    await one.clock.advance(600)
    one.faults.losesAnswers = true
    await one.clock.advance(LEASE_MS.leader)
    expect([one.lease.isHeld(), one.events]).toEqual([false, ['gained', 'ran out']])
  })

  it('is lost as soon as a renewal meets the record of another process', async () => {
    const { clock, openWay, first } = await holderAndOther()
    const { cell } = openWay()
    const { revision } = (await cell.read())!
    await cell.write(JSON.stringify({ holder: 'third', forMs: 5_000 }), revision)
    await clock.advance(1_100)
    expect([first.events, first.lease.lapsedMs()]).toEqual([['gained', 'lost'], Number.POSITIVE_INFINITY])
  })

  it('is handed over at once by release, also where the answer of the latest renewal was lost', async () => {
    const { clock, first, second } = await holderAndOther()
    first.faults.losesAnswers = true
    await clock.advance(1_000)
    first.faults.losesAnswers = false
    await first.lease.release()
    await clock.advance(600)
    expect([first.lease.isHeld(), second.events]).toEqual([false, ['gained']])
    await clock.advance(60_000)
    expect(first.events).toEqual(['gained'])
  })

  it('is left to others for five seconds by a process that yields it', async () => {
    const one = contender('one', createFakeCell())
    await one.clock.advance(600)
    one.lease.yield('its line is down')
    expect(one.lease.isHeld()).toBe(false)
    await one.clock.advance(4_900)
    expect([one.lease.isHeld(), JSON.parse((await one.cell.read())!.text).holder]).toEqual([false, null])
    await one.clock.advance(700)
    expect(one.lease.isHeld()).toBe(true)
  })

  it('is not taken from a record that cannot be read', async () => {
    const openWay = createFakeCell()
    await openWay().cell.write('not a record', null)
    const one = contender('one', openWay)
    await one.clock.advance(10_000)
    expect(one.events).toEqual([])
  })
})
