import { pino } from 'pino'
import { expect, it } from 'vitest'
import { Emitter } from '../../../core/util/emitter.ts'
import { createFakeClock } from '../../../testing/fakes/fake-clock.ts'
import { createEarly } from './early.ts'

function setUp() {
  const clock = createFakeClock()
  const ways = new Emitter<void>()
  const is = { allowed: true, written: false }
  const told: string[] = []
  const early = createEarly({
    mayBegin: () => is.allowed,
    onBegun: () => told.push('begun'),
    hasBegun: () => is.written,
    onOver: () => told.push('over'),
    onWay: (take) => ways.subscribe(take),
    ...{ clock, log: pino({ level: 'silent' }) },
  })
  return { clock, early, is, told, wayChanges: () => ways.emit() }
}

it('ends where the log takes nothing within a second, or the way to it is another one by then', async () => {
  const { clock, early, told, wayChanges } = setUp()
  early.begin()
  early.begin()
  await clock.advance(900)
  expect([early.isOn(), told]).toEqual([true, ['begun']])
  await clock.advance(200)
  expect([early.isOn(), told]).toEqual([false, ['begun', 'over']])
  early.begin()
  wayChanges()
  expect([early.isOn(), told.length]).toEqual([false, 4])
})

it('lasts until the lease is had, for ten seconds at most', async () => {
  const { clock, early, is, told, wayChanges } = setUp()
  is.written = true
  early.begin()
  wayChanges()
  await clock.advance(9_900)
  expect(early.isOn()).toBe(true)
  await clock.advance(200)
  expect([early.isOn(), told]).toEqual([false, ['begun', 'over']])
  early.begin()
  early.gained()
  await clock.advance(20_000)
  early.end()
  expect([early.isOn(), told, clock.pending]).toEqual([false, ['begun', 'over', 'begun'], 0])
})

it('does not begin where it may not, and hears nothing once it is closed', () => {
  const { early, is, told, wayChanges } = setUp()
  is.allowed = false
  early.begin()
  expect([early.isOn(), told]).toEqual([false, []])
  is.allowed = true
  early.begin()
  early.close()
  wayChanges()
  expect(early.isOn()).toBe(true)
})
