import type { StrikeRecord } from '../../../contract/lightning.ts'
import { formatUtc } from '../../../contract/time.ts'
import type { StoredStrike } from '../storms/strikes-records.ts'
import type { Playback } from './playback.ts'

/** The same delay for all strikes keeps their order: recordings do not contain arrival times. */
const DELAY_SECONDS = 5
/** Value for required numbers that recordings lack; readers treat negative values as unknown. */
const UNKNOWN = -1

/** The recorded strikes as sent by the feed, by the second in which the service stored them. */
export function createReplayStrikes(playback: Playback) {
  const { nanoseconds, lats, lons, polarities } = playback.recording

  function storedIn(second: number): StoredStrike[] {
    const struck = second - DELAY_SECONDS
    const { first, end } = playback.in(struck)
    const strikes: StoredStrike[] = []
    for (let i = first; i < end; i++) {
      const nanosecond = nanoseconds[i]!
      const storedMs = second * 1_000 + Math.floor(nanosecond / 1e6)
      const record: StrikeRecord = {
        time: BigInt(struck) * 1_000_000_000n + BigInt(nanosecond),
        obser_datetime: `${formatUtc(struck * 1_000).slice(0, -1)}.${`${nanosecond}`.padStart(9, '0')}Z`,
        lat: lats[i]!,
        lon: lons[i]!,
        alt: 0,
        pol: polarities[i]!,
        mds: UNKNOWN,
        mcg: UNKNOWN,
        status: 0,
        region: 0,
        arrived_at: formatUtc(storedMs),
      }
      strikes.push({ storedMs, record })
    }
    return strikes
  }

  return { storedIn, batch: (second: number) => storedIn(second).map(({ record }) => record) }
}
