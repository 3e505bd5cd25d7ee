import { describe, expect, it } from 'vitest'
import { DAY_MS, MINUTE_MS } from '../../core/time/durations.ts'
import type { AccessStore } from '../../server/access/store/access-store.ts'
import { createFakeClock, type FakeClock } from '../fakes/fake-clock.ts'

const SESSION = { id: 'a', name: 'tower', password: 'line', startedMs: 0 }

/** Rules for every engine that stores sign-outs and walls. */
export function registerAccessStoreSuite(name: string, create: (clock: FakeClock) => AccessStore): void {
  function setUp() {
    const clock = createFakeClock()
    const store = create(clock)
    const session = (id: string) => ({ ...SESSION, id, startedMs: clock.now() })
    const add = (code: string, madeBy: string | null = 'tower') =>
      store.addWall({ name: `wall ${code}`, madeBy, code, linkUntilMs: clock.now() + MINUTE_MS })
    return { clock, store, session, add }
  }

  describe(`access store: ${name}`, () => {
    it('stores an ended session for all immediate requests, and no other', async () => {
      const { store, session } = setUp()
      void store.endSession(session('a'))
      expect(await store.hasEnded(session('a'))).toBe(true)
      expect(await store.hasEnded(session('b'))).toBe(false)
      expect(await store.hasEnded({ ...session('a'), password: 'another line' })).toBe(false)
    })

    it('forgets no sign-out, however many of one password there are, and ends no session of another one', async () => {
      const { clock, store, session } = setUp()
      const first = session('first')
      await store.endSession(first)
      const other = { ...session('other'), password: 'another line' }
      await clock.advance(1)
      await Promise.all(Array.from({ length: 700 }, (_, i) => store.endSession(session(`s${i}`))))
      expect(await store.hasEnded(first)).toBe(true)
      expect(await store.hasEnded(session('s699'))).toBe(true)
      expect(await store.hasEnded(other)).toBe(false)
      await clock.advance(1)
      expect(await store.hasEnded(session('later'))).toBe(false)
    })

    it('admits a wall by its link, once, and by its cookie from then on', async () => {
      const { store, add } = setUp()
      const wall = (await add('code'))!
      expect(await store.walls()).toEqual([wall])
      expect(wall).toMatchObject({ name: 'wall code', madeBy: 'tower', seenMs: null })
      const claims = await Promise.all(['x', 'y'].map((secret) => store.claimWall({ code: 'code', secret })))
      expect(claims).toEqual([{ ...wall, linkUntilMs: null, seenMs: expect.any(Number) }, null])
      expect(await store.wallOf('x')).toEqual(claims[0])
      expect(await store.wallOf('y')).toBeNull()
      expect(await store.wallOf('code')).toBeNull()
    })

    it('rejects an expired link, and keeps no wall that did not use it', async () => {
      const { clock, store, add } = setUp()
      await add('code')
      await clock.advance(MINUTE_MS)
      expect(await store.claimWall({ code: 'code', secret: 'x' })).toBeNull()
      expect(await store.walls()).toEqual([])
    })

    it('keeps a wall while it is used, and three months after', async () => {
      const { clock, store, add } = setUp()
      const { id } = (await add('code'))!
      await store.claimWall({ code: 'code', secret: 'x' })
      for (let month = 0; month < 6; month++) {
        clock.step(60 * DAY_MS)
        await store.saw(id)
      }
      expect(await store.wallOf('x')).toMatchObject({ id })
      clock.step(90 * DAY_MS)
      expect([await store.wallOf('x'), await store.walls()]).toEqual([null, []])
    })

    it('removes a wall, and admits ten of a name and a hundred at most', async () => {
      const { store, add } = setUp()
      const made = await Promise.all(Array.from({ length: 101 }, (_, i) => add(`c${i}`, i < 11 ? 'tower' : null)))
      expect(made.filter((wall) => wall === null)).toHaveLength(1)
      expect([made[10], await add('of a name', 'mast')]).toEqual([null, null])
      await store.claimWall({ code: 'c0', secret: 'x' })
      expect([await store.removeWall(made[0]!.id), await store.removeWall(made[0]!.id)]).toEqual([true, false])
      expect(await store.wallOf('x')).toBeNull()
      expect(await add('one more')).not.toBeNull()
    })
  })
}
