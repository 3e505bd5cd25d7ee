import { lazy } from 'react'
import { useServerConnection } from '../../live/server-connection.ts'
import { useLog } from './log-store.ts'

const LogPanel = lazy(() => import('./log-panel.tsx'))

/** The log while it is open; its code comes with the first look. */
export default function LogCover() {
  const { watch } = useServerConnection()
  const isOpen = useLog((state) => state.open)
  return watch && isOpen ? <LogPanel /> : null
}
