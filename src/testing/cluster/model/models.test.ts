import { describe, expect, it } from 'vitest'
import { type Explored, explore, type Model } from './explore.ts'
import { createFencingModel, FENCING_RULES } from './fencing-model.ts'
import { createLeaseModel, LEASE_RULES } from './lease-model.ts'
import { createSocketModel, SOCKET_RULES } from './socket-model.ts'

/** Deeper ones, and whole state spaces, are in `models.long.test.ts`. */
const ENOUGH_STEPS = 40

it.each<[string, () => Explored]>([
  ['the lease: three processes, 10 steps', () => explore(createLeaseModel(3), 10)],
  ['the lease: two processes, 14 steps', () => explore(createLeaseModel(2), 14)],
  ['the sockets: three processes, 9 steps', () => explore(createSocketModel(3), 9)],
  ['the fencing token: three tenures, 13 steps', () => explore(createFencingModel(), 13)],
])('the model holds in all interleavings of %s', (_, exploreIt) => {
  const { broken, states } = exploreIt()
  expect(broken).toBe(null)
  expect(states).toBeGreaterThan(5_000)
})

/** Without any of its rules an invariant breaks. */
function expectNeeded<Rule extends string, State>(rules: Record<Rule, string>, without: (rule: Rule) => Model<State>) {
  it.each(Object.entries(rules) as [Rule, string][])('needs the rule %s', (rule, invariant) => {
    expect(explore(without(rule), ENOUGH_STEPS).broken?.invariant).toBe(invariant)
  })
}

describe('the model of the lease', () => expectNeeded(LEASE_RULES, (rule) => createLeaseModel(2, rule)))

describe('the model of the sockets', () => {
  expectNeeded(SOCKET_RULES, (rule) => createSocketModel(3, rule))

  it('says by which steps an invariant breaks', () => {
    const { broken } = explore(createSocketModel(3, 'leaderTakesNoSecondLine'), ENOUGH_STEPS)
    expect(broken!.path).toEqual(['process 1 gains leader', 'process 1 gains second'])
  })
})

describe('the model of the fencing token', () => expectNeeded(FENCING_RULES, (rule) => createFencingModel(rule)))
