import { describe, expect, it } from 'vitest'
import { type Explored, explore } from './explore.ts'
import { ALL_FENCING_RULES, createFencingModel, type FencingRules } from './fencing-model.ts'
import { ALL_LEASE_RULES, createLeaseModel, type LeaseRules } from './lease-model.ts'
import { ALL_SOCKET_RULES, createSocketModel, type SocketRules } from './socket-model.ts'

/** Deeper ones, and whole state spaces, are in `models.long.test.ts`. */
const ENOUGH_STEPS = 40

const ONE_HOLDER = 'at most one process holds the lease'
const TWO_REQUESTS = 'at most two requests in any second'
const BY_ROLE = 'a process that is awake has sockets by its roles and the grace time alone'
const TWO_PROCESSES = 'the two lines are those of two processes'

/** Each rule without which an invariant breaks. */
function expectNeeded<Rules extends object>(
  all: Rules,
  needed: Record<keyof Rules, string>,
  exploreBy: (rules: Rules) => Explored,
): void {
  it.each(Object.entries(needed) as [keyof Rules, string][])('needs the rule %s', (rule, invariant) => {
    expect(exploreBy({ ...all, [rule]: false }).broken?.invariant).toBe(invariant)
  })
}

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

describe('the model of the lease', () => {
  const needed: Record<keyof LeaseRules, string> = {
    expectsSequence: ONE_HOLDER,
    countsFromBeforeAsking: ONE_HOLDER,
    keepsMargin: ONE_HOLDER,
    countsFromChange: ONE_HOLDER,
    ignoresLostAnswers: ONE_HOLDER,
    stopsBeforeRelease: ONE_HOLDER,
    checksWhenAsking: TWO_REQUESTS,
    asksSoonAfterRenewal: TWO_REQUESTS,
    isQuietAtFirst: TWO_REQUESTS,
    keepsGate: TWO_REQUESTS,
  }
  expectNeeded(ALL_LEASE_RULES, needed, (rules) => explore(createLeaseModel(2, rules), ENOUGH_STEPS))

  it('says by which steps an invariant breaks', () => {
    const model = createLeaseModel(2, { ...ALL_LEASE_RULES, stopsBeforeRelease: false })
    expect(explore(model, ENOUGH_STEPS).broken).toEqual({
      invariant: ONE_HOLDER,
      path: [
        'process 1 reads the record',
        'the take of process 1 arrives',
        'process 1 has its answer',
        'process 1 releases',
        'the release of process 1 arrives',
        'process 2 reads the record',
        'the take of process 2 arrives',
        'process 2 has its answer',
      ],
    })
  })
})

describe('the model of the sockets', () => {
  const needed: Record<keyof SocketRules, string> = {
    yieldsSecondLine: TWO_PROCESSES,
    leaderTakesNoSecondLine: TWO_PROCESSES,
    closesWhenTaken: BY_ROLE,
    closesAfterGrace: BY_ROLE,
    replacesWithoutOverlap: 'the holders of the roles need at most three sockets',
  }
  expectNeeded(ALL_SOCKET_RULES, needed, (rules) => explore(createSocketModel(3, rules), ENOUGH_STEPS))
})

describe('the model of the fencing token', () => {
  const inLog = 'no entry of a leader follows one of a later leader'
  const needed: Record<keyof FencingRules, string> = {
    expectsSequence: inLog,
    checksLeaseAtEnd: inLog,
    ignoresLowerTokens: 'a follower ignores a leader after a later one',
  }
  expectNeeded(ALL_FENCING_RULES, needed, (rules) => explore(createFencingModel(rules), ENOUGH_STEPS))
})
