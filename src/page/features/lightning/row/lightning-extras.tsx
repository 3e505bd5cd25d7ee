import { useEffect } from 'react'
import { MINUTE_MS } from '../../../../core/time/durations.ts'
import { useServerConnection } from '../../../live/server-connection.ts'
import { usePage } from '../../../state/page-store.ts'
import { RangeRings } from '../layer/range-rings.tsx'
import { UnobservedWindow } from '../layer/unobserved-window.tsx'
import { HoverTip } from '../panel/hover-tip.tsx'

/** Loaded after the first strikes: past strikes of the window, and the decorations of the map. */
export default function LightningExtras() {
  const { strikes } = useServerConnection()
  const windowMinutes = usePage((state) => state.windowMinutes)
  useEffect(() => strikes.reachBack(windowMinutes * MINUTE_MS), [strikes, windowMinutes])
  return (
    <>
      <UnobservedWindow />
      <RangeRings />
      <HoverTip />
    </>
  )
}
