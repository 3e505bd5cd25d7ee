import { isTimezone } from '../../contract/time.ts'

/** Abbreviations beside those of IANA, which runtimes read in one way and people in several: `CST` would be Chicago. */
const AMBIGUOUS = /^(?!GMT|UCT|[CEMW]ET|[EHM]ST)..T$/i

/** Whether this runtime knows the time zone, and its writer can mean no other. */
export function isClearZone(zone: string): boolean {
  return isTimezone(zone) && !AMBIGUOUS.test(zone)
}
