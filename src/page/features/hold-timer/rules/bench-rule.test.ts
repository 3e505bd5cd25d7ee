import { expect, it } from 'vitest'
import { levelsOfRings } from '../../../../core/levels/ladder-of.ts'
import { levelOf } from '../../../../testing/levels/level-world.ts'
import { draftOf, judgedJson, ladderText, ladderWith, levelOfDraft } from './bench-rule.ts'

const RINGS = levelsOfRings([5, 8, 16], 30)
const RED = levelOf('red', 5, 15, { name: 'RED', nameZh: '红色', action: 'Take shelter', colour: 'red' })

it('keeps other properties of a level, and names a ring by its new distance', () => {
  expect(levelOfDraft(RED, draftOf(RED))).toEqual(RED)
  expect(levelOfDraft(RED, { ...draftOf(RED), km: 8, holdMin: 10 })).toEqual({ ...RED, km: 8, holdMin: 10 })
  expect(levelOfDraft(RINGS[0]!, { ...draftOf(RINGS[0]!), km: 7.5 })).toEqual(levelsOfRings([7.5], 30)[0])
})

it('accepts a probability beside the strikes or instead of them, with its own distance', () => {
  const draft = { ...draftOf(RED), chance: 40 }
  expect(levelOfDraft(RED, draft)?.chance).toEqual({ percent: 40, withinMin: 30 })
  expect(levelOfDraft(RED, { ...draft, km: null })).toBeNull()
  const { km: _, ...forecast } = levelOf('amber', 1, 15, { chance: { km: 5, percent: 60, withinMin: 15 } })
  expect(levelOfDraft(forecast, draftOf(forecast))).toEqual(forecast)
  expect(levelOfDraft(forecast, { ...draftOf(forecast), chance: 0 })).toBeNull()
})

it('makes no ladder in which a more severe level has a larger radius, or an id is duplicated', () => {
  const to = (km: number) => levelOfDraft(RINGS[0]!, { ...draftOf(RINGS[0]!), km })!
  expect(ladderWith(RINGS, 0, to(6))?.map(({ id }) => id)).toEqual(['r6', 'r8', 'r16'])
  expect(ladderWith(RINGS, 0, to(20))).toBeNull()
  expect(ladderWith(RINGS, 0, to(8))).toBeNull()
})

it('sends the evaluated properties to the server, and writes the format of its files', () => {
  expect(JSON.parse(judgedJson(RED))).toEqual({
    id: 'red',
    name: 'red',
    km: 5,
    strikes: 1,
    withinMin: 10,
    holdMin: 15,
  })
  expect(ladderText([RED], 'ZSPD')).toContain('{"places":["ZSPD"],"levels":[{"id":"red"')
  expect(JSON.parse(ladderText([RED], null))).toEqual({ levels: [RED] })
})
