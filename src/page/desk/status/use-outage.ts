import { useNow } from '../../live/time/use-now.ts'
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
  const nowMs = useNow()
  const { kind, sinceMs } = useLightningLine()
  if (kind !== 'source-down' && kind !== 'down' && kind !== 'silent') return null
  return {
    of: kind === 'source-down' ? 'source' : navigator.onLine ? 'line' : 'offline',
    sinceMs,
    ageMs: nowMs - sinceMs,
  }
}
