import { useQuery } from '@tanstack/react-query'
import { readObservation } from '../../../core/weather/observation.ts'
import { useServerConnection } from '../../live/server-connection.ts'
import { usePage } from '../../state/page-store.ts'
import { PlaceMark } from './place-mark.tsx'
import { observationOf } from './point-queries.ts'

/** The selected station on the map, once loaded. The panel requests it, and counts the cost. */
export default function StationLayer() {
  const id = usePage(({ selection }) => (selection?.kind === 'station' ? selection.id : null))
  const { data } = useQuery({ ...observationOf(useServerConnection(), id ?? ''), enabled: false })
  const station = data?.kind === 'data' ? readObservation(data.data, null, data.asOfMs).station : null
  return station && <PlaceMark id="station" place={station} />
}
