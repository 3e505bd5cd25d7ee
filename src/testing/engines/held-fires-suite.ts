import { describe, expect, it } from 'vitest'
import type { Clock } from '../../core/time/clock.ts'
import { MINUTE_MS } from '../../core/time/durations.ts'
import type { HeldFires } from '../../server/contract/http/held-fires.ts'
import { createFakeClock } from '../fakes/fake-clock.ts'

const CELL = { min_lon: '105', min_lat: '25', max_lon: '110', max_lat: '30' }

/** Rules for every engine that stores fire responses. */
export function registerHeldFiresSuite(name: string, create: (clock: Clock) => HeldFires): void {
  function setUp() {
    const clock = createFakeClock()
    const answer = (count: number) => ({ status: 200, body: { data: { count } }, asOfMs: clock.now(), stale: false })
    return { clock, held: create(clock), answer }
  }

  describe(`held fires: ${name}`, () => {
    it('keeps the newest response of a cell for an hour, with the time of a possible newer one', async () => {
      const { clock, held, answer } = setUp()
      const old = answer(1)
      await clock.advance(MINUTE_MS)
      await held.note(CELL, answer(2))
      await held.note(CELL, old)
      expect(await held.find(CELL)).toMatchObject({ body: { data: { count: 2 } }, stale: false })
      await clock.advance(11 * MINUTE_MS)
      expect(await held.find(CELL)).toMatchObject({ stale: true })
      expect(await held.cells()).toEqual([[105, 25, expect.closeTo(clock.now() - 11 * MINUTE_MS, 0)]])
      await clock.advance(50 * MINUTE_MS)
      expect(await held.find(CELL)).toBeNull()
      expect(await held.cells()).toEqual([])
    })

    it('covers whole cells only: another box is unknown, never without fires', async () => {
      const { held, answer } = setUp()
      await held.note({ ...CELL, max_lon: '109' }, answer(0))
      await held.note({ ...CELL, min_lon: 'west' }, answer(0))
      expect(await held.cells()).toEqual([])
      expect(await held.find({ ...CELL, min_lat: '20', max_lat: '25' })).toBeNull()
    })

    it('are found immediately after they were stored', async () => {
      const { held, answer } = setUp()
      void held.note(CELL, answer(3))
      expect(await held.find(CELL)).toMatchObject({ body: { data: { count: 3 } } })
    })
  })
}
