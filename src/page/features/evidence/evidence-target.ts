import type { Airport } from '../../../core/airports/airport.ts'
import { type ShapedPlace, usePlaces } from '../../live/places/place-store.ts'
import type { ReportStore } from '../../live/reports/report-store.ts'
import type { Choices } from '../../state/choices.ts'

/** The selected airport or place, else all pinned ones. */
export function evidenceTarget(
  { selection, watched }: Pick<Choices, 'selection' | 'watched'>,
  reports: Pick<ReportStore, 'airport'>,
): (Airport | ShapedPlace)[] {
  const { byId } = usePlaces.getState()
  const isOne = selection?.kind === 'airport' || selection?.kind === 'place'
  return (isOne ? [selection.id] : watched)
    .map((id) => byId.get(id) ?? reports.airport(id))
    .filter((each) => each !== undefined)
}
