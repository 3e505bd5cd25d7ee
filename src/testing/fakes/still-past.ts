import { MINUTE_MS } from '../../core/time/durations.ts'
import type { StormName } from '../../simulator/source/scenarios/scenarios.ts'
import { createStormField } from '../../simulator/source/storms/storms.ts'
import { createStrikeMaker } from '../../simulator/source/storms/strikes.ts'
import { openPast } from './scripted-past.ts'

/** Longer than the look-back of hold timers. */
const MINUTES = 40

/** A page requests older data in cacheable pieces. */
const FINAL_AFTER_MS = 20 * MINUTE_MS

/** The simulated world of a stationary past; a server's own simulator continues it with the same parameters. */
export interface StillWorld {
  atMs: number
  recordsPerSecond: number
  scenario: StormName
}

/** Writes the strikes of the simulator until `atMs` into the folder of a server before its start. */
export async function writeStillPast(dir: string, { atMs, recordsPerSecond, scenario }: StillWorld): Promise<void> {
  const past = await openPast(dir, atMs - MINUTES * MINUTE_MS)
  const storms = createStormField({ seed: 1, scenario, startedAtMs: atMs, recordsPerSecond })
  const maker = createStrikeMaker({ seed: 1, storms, polarity: 'documented_like', stalls: false })
  await past.take((second) => maker.batch(second), atMs)
  await past.seal(atMs - FINAL_AFTER_MS)
  await past.close()
}
