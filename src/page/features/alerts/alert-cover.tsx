import { lazy } from 'react'
import { useAlerts } from './alert-store.ts'

const AlertPanel = lazy(() => import('./alert-panel.tsx'))

/** Log and settings while they are open; their code comes with the first look. */
export default function AlertCover() {
  return useAlerts((state) => state.open) ? <AlertPanel /> : null
}
