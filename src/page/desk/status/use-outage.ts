import { useServerConnection } from '../../live/server-connection.ts'
import { useNow } from '../../live/time/use-now.ts'
import { useFeedStatus } from '../../live/use-feed-status.ts'

/** A short break heals before anybody reads about it. */
const SAY_AFTER_MS = 4_000

export interface OutageFacts {
  /** Who is silent: the source behind the server, the server, or this device's own network. */
  of: 'source' | 'line' | 'offline'
  /** Since when nothing has come, Unix ms, and for how long. */
  sinceMs: number
  ageMs: number
}

/** That no lightning arrives; null while it does, and for a moment longer. */
export function useOutage(): OutageFacts | null {
  const now = useNow()
  const status = useFeedStatus(useServerConnection().strikes)
  const silent = status.state === 'source-down'
  const broken = status.state === 'down' || (status.state === 'connecting' && status.reconnects > 0)
  if (!(silent || broken) || now - status.sinceMs < SAY_AFTER_MS) return null
  const sinceMs = status.lastDataMs ?? status.sinceMs
  return { of: silent ? 'source' : navigator.onLine ? 'line' : 'offline', sinceMs, ageMs: now - sinceMs }
}
