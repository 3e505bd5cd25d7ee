import type { HeldStrike } from '../../../../core/strikes/strike-columns.ts'

/** A strike in one line, for a log or a message: names and units of the wire, time in UTC. */
export function strikeText(strike: HeldStrike): string {
  const { timeMs, lat, lon, polarity, altitudeM, mdsNs, mcgDeg, status, region, arrivedAtMs, records } = strike
  const parts = [
    new Date(Math.floor(timeMs)).toISOString(),
    `lat ${lat.toFixed(5)}`,
    `lon ${lon.toFixed(5)}`,
    `pol ${polarity}`,
    altitudeM === null ? null : `alt ${altitudeM} m`,
    mdsNs === null ? null : `mds ${mdsNs} ns`,
    mcgDeg === null ? null : `mcg ${mcgDeg} deg`,
    status === null ? null : `status ${status}`,
    region === null ? null : `region ${region}`,
    `records ${records}`,
    arrivedAtMs === null ? null : `arrived after ${((arrivedAtMs - timeMs) / 1_000).toFixed(2)} s`,
  ]
  return parts.filter((part) => part !== null).join(', ')
}
