import { expect, it } from 'vitest'
import { arrivalsOnCards } from '../../../testing/nowcast/arrivals-on-cards.ts'
import { scriptedWorld } from '../../../testing/nowcast/told-minutes.ts'

const START = Date.UTC(2026, 6, 1, 8)

it.each([
  { scenario: 'crossing', minutes: 60, some: true },
  { scenario: 'outbreak', minutes: 40, some: true },
  { scenario: 'quiet', minutes: 60, some: false },
] as const)(
  'the card of a storm tells each arrival that a panel tells, at every minute of $scenario',
  ({ scenario, minutes, some }) => {
    const { arrivals, elsewhere } = arrivalsOnCards(scriptedWorld(scenario, START), START, minutes)
    expect(arrivals > 0).toBe(some)
    expect(elsewhere).toEqual([])
  },
)
