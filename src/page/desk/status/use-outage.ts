import { useOfNow } from '../../live/time/use-now.ts'
import { useLightningLine } from '../../live/use-line-state.ts'

export interface OutageFacts {
  /** The failing part: the source behind the server, the server, or this device's network. */
  of: 'source' | 'line' | 'offline'
  /** Time of the last data, Unix ms, and the time since. */
  sinceMs: number
  ageMs: number
}

/** That no lightning arrives; null while it does. */
export function useOutage(): OutageFacts | null {
  const { kind, sinceMs } = useLightningLine()
  const isOut = kind === 'source-down' || kind === 'down' || kind === 'silent'
  const ageMs = useOfNow((nowMs) => (isOut ? nowMs - sinceMs : 0))
  if (!isOut) return null
  return {
    of: kind === 'source-down' ? 'source' : navigator.onLine ? 'line' : 'offline',
    sinceMs,
    ageMs,
  }
}
