import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseJsonExact } from '../../contract/json-exact.ts'
import { strikeIdentity } from '../../contract/lightning.ts'
import { seededRandom } from '../../core/util/random.ts'
import { createFakeClock } from '../../testing/fakes/fake-clock.ts'
import { FakeStrikeServer } from '../../testing/fakes/fake-strike-server.ts'
import { createStrikeFeed } from './strike-feed.ts'

/** Things that happen to a line; each is over, reconnection included, before five minutes have passed. */
const happening = fc.oneof(
  { weight: 4, arbitrary: fc.record({ what: fc.constant('nothing' as const) }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('close' as const), code: fc.constantFrom(1006, 4001, 4008) }) },
  {
    weight: 2,
    arbitrary: fc.record({ what: fc.constant('outage' as const), forMs: fc.integer({ min: 0, max: 180_000 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ what: fc.constant('taken' as const), forMs: fc.integer({ min: 0, max: 400_000 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ what: fc.constant('restDown' as const), forMs: fc.integer({ min: 0, max: 60_000 }) }),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('stall' as const) }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('notice' as const) }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('wake' as const) }) },
)

const step = fc.record({
  happening,
  strikes: fc.array(
    fc.record({
      afterMs: fc.integer({ min: 0, max: 9_000 }),
      lateMs: fc.integer({ min: 0, max: 30_000 }),
      copies: fc.integer({ min: 1, max: 3 }),
    }),
    { maxLength: 8 },
  ),
})

const world = fc.record({
  steps: fc.array(step, { minLength: 1, maxLength: 12 }),
  latencyMs: fc.integer({ min: 0, max: 1_500 }),
  restLatencyMs: fc.integer({ min: 0, max: 10_000 }),
  windowBy: fc.constantFrom('arrival' as const, 'strike' as const),
  seed: fc.nat(),
})

describe('the strike feed', () => {
  it('loses and duplicates nothing, with any interruption of less than five minutes', async () => {
    await fc.assert(
      fc.asyncProperty(world, async ({ steps, latencyMs, restLatencyMs, windowBy, seed }) => {
        const clock = createFakeClock()
        const server = new FakeStrikeServer({ clock, latencyMs, restLatencyMs, windowBy })
        const wakers: (() => void)[] = []
        const feed = createStrikeFeed({
          environment: {
            clock,
            random: seededRandom(seed),
            openSocket: server.openSocket,
            onWake(listener) {
              wakers.push(listener)
              return () => {}
            },
          },
          api: server.api,
          address: async () => ({ url: 'wss://line.test', headers: {} }),
          parse: parseJsonExact,
        })
        const seen: string[] = []
        const gaps: unknown[] = []
        feed.subscribe((event) => {
          if (event.kind === 'records') seen.push(...event.records.map(strikeIdentity))
          if (event.kind === 'gap') gaps.push(event)
        })

        async function storm(strikes: { afterMs: number; lateMs: number; copies: number }[]) {
          for (const { afterMs, lateMs, copies } of strikes) {
            await clock.advance(afterMs)
            server.strike(lateMs, copies)
          }
        }

        feed.start()
        for (const { happening, strikes } of steps) {
          switch (happening.what) {
            case 'close':
              server.drop(happening.code)
              break
            case 'outage':
              server.up = false
              server.drop()
              await storm(strikes)
              await clock.advance(happening.forMs)
              server.up = true
              break
            case 'taken':
              server.refuseWith = 4009
              server.drop()
              await storm(strikes)
              await clock.advance(happening.forMs)
              server.refuseWith = null
              break
            case 'restDown':
              server.restUp = false
              await storm(strikes)
              await clock.advance(happening.forMs)
              server.restUp = true
              break
            case 'stall':
              server.stall()
              break
            case 'notice':
              server.notice()
              break
            case 'wake':
              for (const wake of wakers) wake()
          }
          await storm(strikes)
          // Long enough for a line to be live again, so that the next break is a separate one.
          if (happening.what === 'outage' || happening.what === 'taken' || happening.what === 'restDown') {
            await clock.advance(45_000)
          }
        }
        await clock.advance(60_000)
        expect(feed.status().state).toBe('live')
        expect([...seen].sort()).toEqual(server.identities.sort())
        expect(gaps).toEqual([])
        feed.close()
      }),
      { numRuns: 100, seed: 20_260_701 },
    )
  })
})
