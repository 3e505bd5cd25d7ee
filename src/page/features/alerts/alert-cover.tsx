import { lazy } from 'react'
import { useAlerts } from './alert-store.ts'

const AlertPanel = lazy(() => import('./alert-panel.tsx'))

/** Log and settings while open; lazily loaded. */
export default function AlertCover() {
  return useAlerts((state) => state.open) ? <AlertPanel /> : null
}
