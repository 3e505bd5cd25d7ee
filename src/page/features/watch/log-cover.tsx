import { lazy } from 'react'
import { useServerConnection } from '../../live/server-connection.ts'
import { useLog } from './log-store.ts'

const LogPanel = lazy(() => import('./log-panel.tsx'))
const ShiftPanel = lazy(() => import('./shift/shift-panel.tsx'))
const PlacesPanel = lazy(() => import('./drawing/places-panel.tsx'))

/** The log, the other panels of the shift, or the places, while open; lazily loaded. */
export default function LogCover() {
  const { watch } = useServerConnection()
  const shown = useLog((state) => state.shown)
  if (!watch || shown === null) return null
  if (shown === 'log') return <LogPanel />
  return shown === 'places' ? <PlacesPanel /> : <ShiftPanel view={shown} />
}
