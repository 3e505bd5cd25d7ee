import { it } from 'vitest'
import { simulatePlans } from '../../testing/cluster/simulation.ts'

const { SIMULATIONS = '1000', SIMULATION_SEED = '7' } = process.env

it('a cluster of three processes loses and doubles nothing and keeps the limits, in a thousand plans of faults', () =>
  simulatePlans(Number(SIMULATIONS), SIMULATION_SEED))
