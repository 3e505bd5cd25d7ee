import fc from 'fast-check'
import { it } from 'vitest'
import { plans, simulate } from '../../testing/cluster/simulation.ts'

const { SIMULATIONS = '1000', SIMULATION_SEED = '7' } = process.env

it('a cluster of three processes loses and doubles nothing and keeps the limits, in a thousand plans of faults', () =>
  fc.assert(
    fc.asyncProperty(plans, (plan) => simulate(plan)),
    { numRuns: Number(SIMULATIONS), seed: Number(SIMULATION_SEED), endOnFailure: true },
  ))
