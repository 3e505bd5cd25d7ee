import type { LatLon } from '../../../core/geo/geo.ts'
import { usePlaces } from '../../live/places/place-store.ts'
import type { ReportStore } from '../../live/reports/report-store.ts'

/** The position of an airport or guarded place by id; undefined if unknown. */
export function spotOf(id: string, reports: Pick<ReportStore, 'airport'>): LatLon | undefined {
  return usePlaces.getState().byId.get(id)?.shape.middle ?? reports.airport(id)
}
