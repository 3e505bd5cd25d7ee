import type { WatchAccess } from '../../../client/watch/watch-access.ts'
import type { Alarm } from '../../../contract/watch/alarms.ts'
import { backoffMs } from '../../../core/time/backoff.ts'
import type { Clock } from '../../../core/time/clock.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'
import type { Unsubscribe } from '../../../core/util/emitter.ts'
import type { Random } from '../../../core/util/random.ts'
import { ALARMS_HELD_MAX, raisedAlarms, useAlarmLog } from './alarm-log.ts'

/** The server gives a sign of life each 15 seconds. */
const SILENT_MS = 40_000
const LOOK_EVERY_MS = 5_000
const RETRY_MAX_MS = 15_000
/** Rows missed for longer are not news: they are in the log. */
const NEWS_MS = 10 * MINUTE_MS

/**
 * Keeps the log in sync with the server's alarm stream, which resumes after a break. Returns a function that stops
 * this.
 */
export function followAlarms(deps: {
  access: Pick<WatchAccess, 'alarms' | 'follow'>
  clock: Clock
  random: Random
  /** Receives the rows of the stream in order, before the log does. */
  heard?: (alarms: readonly Alarm[], lastId: string | null) => void
}): Unsubscribe {
  const { access, clock, random } = deps
  const { setLine, take } = useAlarmLog.getState()
  const newsOf = createNewsFilter(clock)
  let lastId: string | null = null
  let heardMs = clock.now()
  let signOfLifeMs = clock.monotonicMs()
  let attempt = 0
  let isStopped = false
  let current = new AbortController()
  let cancelRetry = () => {}

  function remember(alarms: readonly Alarm[]): void {
    if (alarms.length > 0) take(alarms)
    const news = newsOf(alarms)
    if (news.length > 0) raisedAlarms.emit(news)
  }

  function heard(alarms: readonly Alarm[], id: string | null): void {
    heardMs = clock.now()
    signOfLifeMs = clock.monotonicMs()
    lastId = id ?? lastId
    deps.heard?.(alarms, lastId)
    remember(alarms)
  }

  /** Loads the rows from before the stream. */
  async function list(signal: AbortSignal): Promise<void> {
    remember(await access.alarms({ limit: String(ALARMS_HELD_MAX) }, signal))
    attempt = 0
    if (!signal.aborted) setLine({ kind: 'live' })
  }

  async function connect(): Promise<void> {
    const connection = new AbortController()
    current = connection
    const { signal } = connection
    signOfLifeMs = clock.monotonicMs()
    const opened = () => void list(signal).catch(() => connection.abort())
    try {
      await access.follow({ opened, heard }, lastId, signal)
    } catch {
      // The stream reports its failure and retries.
    }
    connection.abort()
    if (isStopped) return
    if (useAlarmLog.getState().line.kind !== 'broken') setLine({ kind: 'broken', sinceMs: heardMs })
    cancelRetry = clock.after(backoffMs(attempt++, random, RETRY_MAX_MS), () => void connect())
  }

  setLine({ kind: 'connecting' })
  void connect()
  const stopLooking = clock.every(LOOK_EVERY_MS, () => {
    if (clock.monotonicMs() - signOfLifeMs > SILENT_MS) current.abort()
  })
  return () => {
    isStopped = true
    cancelRetry()
    stopLooking()
    current.abort()
    setLine({ kind: 'none' })
  }
}

/** The alarms to notify of: raised while the page was open, recent, unacknowledged, and not notified before. */
function createNewsFilter(clock: Clock): (alarms: readonly Alarm[]) => Alarm[] {
  const openedMs = clock.now()
  const told = new Map<string, number>()
  return (alarms) => {
    const sinceMs = Math.max(openedMs, clock.now() - NEWS_MS)
    for (const [each, eachMs] of told) if (eachMs < sinceMs) told.delete(each)
    return alarms.filter(({ id, at, acknowledged }) => {
      const atMs = Date.parse(at)
      if (acknowledged !== null || atMs < sinceMs || told.has(id)) return false
      told.set(id, atMs)
      return true
    })
  }
}
