import { expect, it } from 'vitest'
import { createFakeClock } from '../../../testing/fakes/fake-clock.ts'
import { createHeldFires } from './held-fires.ts'

const CELL = { min_lon: '105', min_lat: '25', max_lon: '110', max_lat: '30' }
const MINUTE_MS = 60_000

function setUp() {
  const clock = createFakeClock()
  const answer = (count: number) => ({ status: 200, body: { data: { count } }, asOfMs: clock.now(), stale: false })
  return { clock, held: createHeldFires(clock), answer }
}

it('keeps the newest answer of a cell for an hour, and says when a newer one could be had', async () => {
  const { clock, held, answer } = setUp()
  const old = answer(1)
  await clock.advance(MINUTE_MS)
  held.note(CELL, answer(2))
  held.note(CELL, old)
  expect(held.find(CELL)).toMatchObject({ body: { data: { count: 2 } }, stale: false })
  await clock.advance(11 * MINUTE_MS)
  expect(held.find(CELL)).toMatchObject({ stale: true })
  expect(held.cells()).toEqual([[105, 25, clock.now() - 11 * MINUTE_MS]])
  await clock.advance(50 * MINUTE_MS)
  expect(held.find(CELL)).toBeNull()
  expect(held.cells()).toEqual([])
})

it('knows whole cells alone: of another box it says nothing, least of all that nothing burns', () => {
  const { held, answer } = setUp()
  held.note({ ...CELL, max_lon: '109' }, answer(0))
  held.note({ ...CELL, min_lon: 'west' }, answer(0))
  expect(held.cells()).toEqual([])
  expect(held.find({ ...CELL, min_lat: '20', max_lat: '25' })).toBeNull()
})
