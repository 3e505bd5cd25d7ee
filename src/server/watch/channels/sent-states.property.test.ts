import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isRow, type Row } from '../../../contract/watch/alarms.ts'
import { LEVEL_STATES, type LevelState } from '../../../contract/watch/place-states.ts'
import { OFF, type Selection, signatureOf } from '../../../core/levels/signature.ts'
import { type Manner, setUpDispatcher } from '../../../testing/channels/dispatcher-kit.ts'
import { levelState, rowOf } from '../../../testing/channels/rows.ts'

/**
 * For any holds, failures, disconnects and kills: the last message that a receiver accepted matches the log's state of
 * the levels that the channel selects. And the delivery log has every accepted message.
 */

const RUNS = Number(process.env.FAULT_RUNS ?? 60)
const IDS = ['r5', 'r8', 'r16']
const PLACES = ['golf', 'farm']
const ALL: Selection = { levels: ['*'], expected: true }
const MINUTE_S = 60

const ladder = fc
  .array(fc.constantFrom(...LEVEL_STATES), { minLength: 3, maxLength: 3 })
  .map((states) => states.map((state, at) => levelState(IDS[at]!, state)))
const place = fc.constantFrom(...PLACES)

const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('change' as const), place, levels: ladder }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('pass' as const), seconds: fc.integer({ min: 1, max: 700 }) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('answers' as const),
      how: fc.constantFrom<Manner>('takes', 'refuses', 'lost', 'busy'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('snooze' as const),
      place,
      minutes: fc.integer({ min: 1, max: 20 }),
      levels: fc.option(fc.subarray(IDS, { minLength: 1 }), { nil: undefined }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('acknowledge' as const), place }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('kill' as const, 'restart' as const) }) },
)

const entry = fc.record(
  {
    id: fc.constant('a'),
    levels: fc.subarray([...IDS, '*', 'highest', 'outermost'], { minLength: 1 }),
    events: fc.subarray(['expected', 'observation', 'service']).map((others) => ['up', 'down', 'end', ...others]),
    every: fc.boolean(),
    // The clock starts at 08:00 UTC.
    quietHours: fc.constantFrom('08:05-08:20', '08:02-08:40'),
    quietBut: fc.constant(['r5']),
    repeatMin: fc.constantFrom(5, 7),
  },
  { requiredKeys: ['id', 'levels', 'events', 'every'] },
)

function selectionOf({ levels, events }: { levels: string[]; events: string[] }): Selection {
  return { levels, expected: events.includes('expected') }
}

it('a last message equals the state in the log, and the log of deliveries the receiver’s messages', async () => {
  await fc.assert(
    fc.asyncProperty(entry, fc.array(step, { minLength: 3, maxLength: 25 }), async (settings, steps) => {
      const { quietHours, quietBut, ...rest } = settings
      const world = await setUpDispatcher([
        { ...rest, ...(quietHours !== undefined && { quietHours, ...(quietBut && { quietBut }) }) },
      ])
      const states = new Map<string, LevelState[]>(PLACES.map((id) => [id, IDS.map((level) => levelState(level))]))
      const rows = new Map<string, Row>()
      for (const each of steps) {
        if (each.do === 'change') {
          const before = states.get(each.place)!
          states.set(each.place, each.levels)
          const row = rowOf({ ...each, before, atMs: Math.floor(world.clock.now()) })
          if (row.changed.length === 0) continue
          rows.set(each.place, row)
          await world.write(row)
        }
        if (each.do === 'pass') await world.pass(each.seconds)
        if (each.do === 'answers') world.answers(each.how)
        if (each.do === 'snooze') await world.snooze(each.place, each.minutes, each.levels)
        if (each.do === 'acknowledge' && rows.has(each.place)) await world.acknowledge(rows.get(each.place)!.id)
        if (each.do === 'kill') await world.kill()
        if (each.do === 'restart') await world.restart()
      }
      world.answers('takes')
      await world.pass(45 * MINUTE_S)

      const selection = selectionOf(settings)
      for (const [id, levels] of states) {
        const last = world.took().findLast((alarm) => alarm.place?.id === id)
        const told = last && isRow(last) ? signatureOf(last, ALL) : OFF
        expect(told).toBe(signatureOf({ ladder: 'lightning', levels }, selection))
      }
      const accepted = await world.store.deliveries({ outcome: 'accepted', limit: 10_000 })
      const took = new Set(world.took().map(({ id }) => id))
      for (const { row } of accepted) expect(took).toContain(row)
      const isSure = !steps.some((each) => each.do === 'kill' || (each.do === 'answers' && each.how === 'lost'))
      // An accepted but unconfirmed message may be superseded by a later one.
      const logged = isSure ? accepted : await world.store.deliveries({ limit: 10_000 })
      expect(logged.map(({ row }) => row)).toEqual(expect.arrayContaining([...took]))
      expect(await world.store.waiting()).toEqual([])
      await world.end()
    }),
    { numRuns: RUNS, seed: Number(process.env.FAULT_SEED ?? 1) },
  )
})
