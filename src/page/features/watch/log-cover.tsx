import { useServerConnection } from '../../live/server-connection.ts'
import { partOnDemand } from '../../ui/part/lazy-part.ts'
import { useLog } from './log-store.ts'

const LogPanel = partOnDemand(() => import('./log-panel.tsx'))
const ShiftPanel = partOnDemand(() => import('./shift/shift-panel.tsx'))
const PlacesPanel = partOnDemand(() => import('./drawing/places-panel.tsx'))

/** The log, the other panels of the shift, or the places, while open; lazily loaded. */
export default function LogCover() {
  const { watch } = useServerConnection()
  const shown = useLog((state) => state.shown)
  if (!watch || shown === null) return null
  if (shown === 'log') return <LogPanel />
  return shown === 'places' ? <PlacesPanel /> : <ShiftPanel view={shown} />
}
