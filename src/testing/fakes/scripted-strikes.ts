import type { StrikeRecord } from '../../contract/lightning.ts'
import { createStormField } from '../../simulator/source/storms/storms.ts'
import { createStrikeMaker } from '../../simulator/source/storms/strikes.ts'

/** The records of one of the simulator's worlds, by Unix second from its start on. */
export function scriptedStrikes(
  scenario: 'crossing' | 'outbreak' | 'quiet',
  startedAtMs: number,
): (second: number) => StrikeRecord[] {
  const recordsPerSecond = scenario === 'outbreak' ? 300 : 60
  const storms = createStormField({ seed: 1, scenario, startedAtMs, recordsPerSecond })
  const maker = createStrikeMaker({ seed: 1, storms, polarity: 'documented_like', stalls: false })
  return (second) => maker.batch(second)
}
