import fc from 'fast-check'
import { expect, it } from 'vitest'
import { LEVEL_STATES, type LevelState, type PlaceState } from '../../../contract/watch/place-states.ts'
import { setUpRetained } from '../../../testing/channels/retained-kit.ts'
import { levelState, rowOf } from '../../../testing/channels/rows.ts'

/**
 * For any actions of places, ladders, brokers and processes: no retained topic contradicts the states of the engine.
 */

const RUNS = Number(process.env.FAULT_RUNS ?? 60)
const PLACES = ['golf', 'farm']
const LADDERS = [
  ['r5', 'r16'],
  ['r1', 'r20'],
  ['r5', 'r8', 'r16'],
] as const

const place = fc.constantFrom(...PLACES)
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('change' as const),
      place,
      states: fc.array(fc.constantFrom(...LEVEL_STATES), { minLength: 3, maxLength: 3 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('settings' as const), place, ladder: fc.constantFrom(...LADDERS) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('remove' as const, 'add' as const), place }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'leave' as const,
        'connect' as const,
        'forget' as const,
        'restart' as const,
        'minute' as const,
      ),
    }),
  },
)

it('no retained topic contradicts the states that the engine keeps', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 25 }), async (steps) => {
      const world = await setUpRetained()
      const ladders = new Map<string, readonly string[]>(PLACES.map((id) => [id, LADDERS[0]]))
      const levels = new Map<string, LevelState[]>()
      let atMs = Date.UTC(2026, 6, 1, 8)

      const becomes = async (id: string, next: LevelState[], isTold: boolean) => {
        const before = levels.get(id) ?? []
        levels.set(id, next)
        const row = rowOf({ place: id, levels: next, before, atMs: ++atMs })
        const { place: of, ladder, rev, at, incident, level, state, colour, rule, observed, stops } = row
        const told: PlaceState = {
          place: of,
          ladder,
          rev,
          at,
          incident,
          level,
          state,
          colour,
          rule,
          levels: next,
          observed,
          stops,
        }
        world.states.set(`${id}/lightning`, told)
        if (isTold) await world.take(row)
      }
      const off = (id: string) => ladders.get(id)!.map((level) => levelState(level))

      for (const each of steps) {
        if (each.do === 'change' && !world.gone.has(each.place)) {
          const next = ladders.get(each.place)!.map((id, at) => levelState(id, each.states[at]))
          await becomes(each.place, next, true)
        }
        if (each.do === 'settings' && !world.gone.has(each.place)) {
          const was = levels.get(each.place)
          ladders.set(each.place, each.ladder)
          // Of a ladder that is off a change of its settings writes no row.
          const isOff = !was || was.every(({ state }) => state === 'off')
          await becomes(each.place, off(each.place), !isOff)
          await world.followPlaces()
        }
        if (each.do === 'remove') {
          world.gone.add(each.place)
          world.states.delete(`${each.place}/lightning`)
          levels.delete(each.place)
          await world.followPlaces()
        }
        if (each.do === 'add' && world.gone.delete(each.place)) {
          await becomes(each.place, off(each.place), false)
          await world.followPlaces()
        }
        if (each.do === 'leave') world.leave()
        if (each.do === 'connect') await world.comeBack({ forgets: false })
        if (each.do === 'forget') await world.comeBack({ forgets: true })
        if (each.do === 'restart') await world.restart()
        if (each.do === 'minute') await world.look(true)
      }
      await world.comeBack({ forgets: false })
      await world.look(true)
      await world.pass(20)

      for (const id of PLACES) {
        const base = `b/places/${id}`
        const kept = [...world.kept.keys()].filter((topic) => topic.startsWith(`${base}/`))
        const now = world.states.get(`${id}/lightning`)
        if (!now || now.levels.every(({ state }) => state === 'off')) {
          const says = world.json(`${base}/state`)
          if (says) expect(says.state).toBe('off')
        }
        if (!now) expect(kept).toEqual([])
        if (!now || kept.length === 0) continue
        expect(world.json(`${base}/state`)).toMatchObject({ level: now.level, state: now.state })
        expect(world.kept.get(`${base}/level`)).toBe(now.level ?? 'none')
        const told = now.levels.map((level) => `${base}/levels/${level.id}`)
        expect(kept.filter((topic) => topic.includes('/levels/')).sort()).toEqual(told.sort())
        for (const level of now.levels) expect(world.json(`${base}/levels/${level.id}`)).toEqual(level)
      }
      // A place that is not off is always published.
      for (const [id, of] of levels) {
        if (of.some(({ state }) => state !== 'off')) expect(world.kept.has(`b/places/${id}/state`)).toBe(true)
      }
      await world.end()
    }),
    { numRuns: RUNS, seed: Number(process.env.FAULT_SEED ?? 1) },
  )
})
