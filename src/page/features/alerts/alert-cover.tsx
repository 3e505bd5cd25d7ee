import { partOnDemand } from '../../ui/part/lazy-part.ts'
import { useAlerts } from './alert-store.ts'

const AlertPanel = partOnDemand(() => import('./alert-panel.tsx'))

/** Log and settings while open; lazily loaded. */
export default function AlertCover() {
  return useAlerts((state) => state.open) ? <AlertPanel /> : null
}
