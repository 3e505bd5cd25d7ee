import { DAY_MS } from '../time/durations.ts'

/** Up to this distance a hotspot and a strike may coincide, given the location accuracy of both. */
export const CO_LOCATED_KM = 3
/** Search radius for strikes around a hotspot. */
export const CO_LOCATION_REACH_KM = 10
/** Search period before the detection: lightning fires smoulder before a satellite detects them. */
export const CO_LOCATION_BEFORE_MS = DAY_MS
