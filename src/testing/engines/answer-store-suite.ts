import { describe, expect, it } from 'vitest'
import type { AnswerStore, HeldAnswer } from '../../server/sources/upstream/answer-store.ts'

/** Rules for every engine that stores responses of the standard service. `open` again simulates a restart. */
export function registerAnswerStoreSuite(name: string, setUp: () => { open(): AnswerStore }): void {
  const answer = (body: unknown): HeldAnswer => ({ status: 200, body, asOfMs: 1, heldMs: 2, freshMs: 3 })

  describe(`a response store: ${name}`, () => {
    it('has the newest response of each request', async () => {
      const store = setUp().open()
      expect([await store.get('a'), await store.count()]).toEqual([null, 0])
      await store.put('a', answer('old'))
      await store.put('b', answer('other'))
      await store.put('a', answer('new'))
      expect(await store.get('a')).toEqual(answer('new'))
      expect(await store.count()).toBe(2)
    })

    it('finds responses of an earlier put, settled or not', async () => {
      const store = setUp().open()
      void store.put('a', answer('new'))
      expect(await store.get('a')).toEqual(answer('new'))
    })

    it('evicts the least recently used by size, even with few responses', async () => {
      const store = setUp().open()
      for (let i = 0; i < 40; i++) await store.put(String(i), answer('x'.repeat(1024 * 1024)))
      expect(await store.get('0')).toBeNull()
      expect(await store.get('39')).not.toBeNull()
      expect(await store.count()).toBeLessThan(40)
    })

    it('has retained responses after a restart, with every digit', async () => {
      const { open } = setUp()
      const exact = answer({ time: 1782892800123456789n, name: 'x' })
      await open().put('a', exact, { keep: true })
      const again = open()
      expect(await again.get('a')).toEqual(exact)
      await again.put('a', answer('new'))
      expect(await again.get('a')).toEqual(answer('new'))
    })
  })
}
