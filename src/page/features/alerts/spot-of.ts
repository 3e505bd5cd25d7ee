import type { LatLon } from '../../../core/geo/geo.ts'
import { usePlaces } from '../../live/places/place-store.ts'
import type { ReportStore } from '../../live/reports/report-store.ts'

/** Where an airport or a guarded place is, by its id; undefined where nobody knows it here. */
export function spotOf(id: string, reports: Pick<ReportStore, 'airport'>): LatLon | undefined {
  return usePlaces.getState().byId.get(id)?.shape.middle ?? reports.airport(id)
}
