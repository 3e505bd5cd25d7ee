import { MINUTE_MS } from '../../core/time/durations.ts'
import type { StormName } from '../../server/sources/synthetic/scenarios/scenarios.ts'
import { createStormField } from '../../server/sources/synthetic/storms/storms.ts'
import { createStrikeMaker } from '../../server/sources/synthetic/storms/strikes.ts'
import { openPast } from './scripted-past.ts'

/** Longer than the hold timers look back. */
const MINUTES = 40

/** A page asks for what is so old in pieces that any cache may keep. */
const FINAL_AFTER_MS = 20 * MINUTE_MS

/** The made world of which a still past is; a server's own simulator goes on from it where it is told the same. */
export interface StillWorld {
  atMs: number
  recordsPerSecond: number
  scenario: StormName
}

/** Writes what the simulator's storms did until `atMs` into the folder of a server that is still to start. */
export async function writeStillPast(dir: string, { atMs, recordsPerSecond, scenario }: StillWorld): Promise<void> {
  const past = await openPast(dir, atMs - MINUTES * MINUTE_MS)
  const storms = createStormField({ seed: 1, scenario, startedAtMs: atMs, recordsPerSecond })
  const maker = createStrikeMaker({ seed: 1, storms, polarity: 'documented_like', stalls: false })
  await past.take((second) => maker.batch(second), atMs)
  await past.seal(atMs - FINAL_AFTER_MS)
  await past.close()
}
