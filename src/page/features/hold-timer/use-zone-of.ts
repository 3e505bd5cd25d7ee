import { usePlaces } from '../../live/places/place-store.ts'
import { useAirport } from '../../live/reports/use-reports.ts'

/** Mainland China uses one time zone. */
const CHINA_ZONE = 'Asia/Shanghai'

/** The time zone of a place, IANA; null if unknown. */
export function useZoneOf(id: string): string | null {
  const stated = usePlaces(({ guarded }) => guarded.get(id)?.timeZone ?? null)
  const airport = useAirport(id)
  return stated ?? (airport && airport.province !== null && id.startsWith('Z') ? CHINA_ZONE : null)
}
