import type { Logger } from 'pino'
import type { FeedState, FeedStatus } from '../../../client/feed/feed.ts'
import type { LineFault } from '../../../client/feed/line/line-fault.ts'
import type { ContractError, ContractErrorReason } from '../../../client/http/contract-api.ts'
import { withoutSecrets } from '../../../client/http/exchange.ts'
import type { Gap } from '../../../contract/brontide.ts'
import { parseInstantMs } from '../../../contract/time.ts'
import type { Clock } from '../../../core/time/clock.ts'
import { MINUTE_MS, SECOND_MS } from '../../../core/time/durations.ts'

/** A loss is logged after the first failed attempt to reconnect, which has the cause, or after this time. */
const LOSS_LOGGED_AFTER_MS = 3 * SECOND_MS
/** A line that breaks again within this time belongs to the same outage, with one pair of messages. */
const STEADY_MS = 5 * SECOND_MS
/** Consecutive failures before REST counts as failing: single failures are retried. */
const REST_FAILURES = 3
/** A larger offset is logged; it counts as corrected below half of it. */
const CLOCK_OFF_MS = 5 * SECOND_MS

type Cause = LineFault | 'source-down' | 'unknown'

/** Remedies for a lost line. */
const REMEDIES: Record<Cause, string> = {
  'credential-refused': 'check UPSTREAM_API_KEY_FILE and restart',
  'sockets-taken': "another program uses the key's three sockets: stop it",
  network: 'no connection: check the network, DNS and the UPSTREAM_* addresses',
  'no-answer': 'the upstream does not respond: check the network and the UPSTREAM_* addresses',
  'http-status': 'the upstream, or a proxy in front of it, refuses sockets: contact its operator',
  'subscription-refused': 'the key may not include this product: contact the upstream operator',
  silent: 'the connection is open but delivers no data: contact the upstream operator',
  closed: 'the upstream closed the connection: contact its operator if this persists',
  'no-token': 'the upstream issues no token: contact its operator',
  'source-down': 'the upstream itself has no data: contact its operator',
  unknown: 'see lastError in /api/status',
}

const REST_REMEDIES: Partial<Record<ContractErrorReason, string>> = {
  'rate-limited': 'another program uses the same key',
  timeout: 'the upstream does not respond: check the network and UPSTREAM_BASE_URL',
}

/**
 * The part of an outage, which took `durationMs` and ended `agoMs` ago, that is neither received nor lost for good, ms.
 */
export type PendingOf = (outage: { durationMs: number; agoMs: number }) => number

export interface LineLog {
  status(status: FeedStatus): void
  lost(gap: Gap): void
  /** The problem of a skipped record or message. */
  skipped(complaint: string): void
  close(): void
}

export type UpstreamLog = ReturnType<typeof createUpstreamLog>

/**
 * Upstream log for operators: one message at the start and one at the end of a condition, none per attempt. Memory is
 * bounded: only states and counts are stored.
 */
export function createUpstreamLog({ log, clock }: { log: Logger; clock: Clock }) {
  let keyIsRefused = false
  const rest = { failures: 0, sinceMs: 0, isLogged: false }
  let clockIsOff = false

  function keyRefused(where: Record<string, unknown>): void {
    if (keyIsRefused) return
    keyIsRefused = true
    log.error(where, 'upstream key refused: check UPSTREAM_API_KEY_FILE and restart')
  }

  function keyAccepted(where: Record<string, unknown>): void {
    if (!keyIsRefused) return
    keyIsRefused = false
    log.info(where, 'upstream key accepted again')
  }

  return {
    keyRefused,
    keyAccepted,
    line(feed: Gap['feed'], pendingOf?: PendingOf): LineLog {
      return createLineLog({ feed, log, clock, pendingOf, keyRefused, keyAccepted })
    },
    /** Result of an upstream request; null for any response of the service. */
    attempt(error: ContractError | null): void {
      if (error?.status === 401) keyRefused({ error: error.message })
      const failed = error !== null && error.reason !== 'bad-request' && error.reason !== 'unauthorised'
      if (!failed) {
        if (rest.isLogged)
          log.info({ downSeconds: seconds(clock.monotonicMs() - rest.sinceMs) }, 'upstream requests succeed again')
        rest.failures = 0
        rest.isLogged = false
        return
      }
      if (rest.failures === 0) rest.sinceMs = clock.monotonicMs()
      rest.failures++
      if (rest.failures < REST_FAILURES || rest.isLogged) return
      rest.isLogged = true
      log.warn(
        {
          cause: error.reason,
          error: error.message,
          remedy:
            REST_REMEDIES[error.reason] ?? (error.status === null ? REMEDIES.network : 'contact the upstream operator'),
        },
        'upstream requests fail, retrying',
      )
    },
    /** Offset of the upstream's clock ahead of ours, ms. */
    clockAhead(aheadMs: number): void {
      const isOff = Math.abs(aheadMs) > (clockIsOff ? CLOCK_OFF_MS / 2 : CLOCK_OFF_MS)
      if (isOff === clockIsOff) return
      clockIsOff = isOff
      const offset = { aheadSeconds: seconds(-aheadMs) }
      if (!isOff) return void log.info(offset, 'clock agrees with the upstream again')
      const by = `${Math.abs(seconds(aheadMs))} s ${aheadMs > 0 ? 'behind' : 'ahead of'}`
      log.warn(offset, `clock is ${by} the upstream: check NTP`)
    },
  }
}

function createLineLog(deps: {
  feed: Gap['feed']
  log: Logger
  clock: Clock
  /** Absent if unknown. */
  pendingOf: PendingOf | undefined
  keyRefused(where: Record<string, unknown>): void
  keyAccepted(where: Record<string, unknown>): void
}): LineLog {
  const { feed, log, clock } = deps
  /** Begin of the outage, monotonic; null while live. */
  let downMs: number | null = clock.monotonicMs()
  let wasLive = false
  let isLogged = false
  let lostMs = 0
  let latest: FeedStatus | null = null
  const causes = new Set<Cause>()
  let cancelLoss: (() => void) | null = null
  let cancelSteady: (() => void) | null = null

  function stopTimers(): void {
    cancelLoss?.()
    cancelSteady?.()
    cancelLoss = null
    cancelSteady = null
  }

  /** Once per cause in an outage: first as a loss, then as a changed cause. */
  function logLoss(status: FeedStatus): void {
    cancelLoss?.()
    cancelLoss = null
    const cause = causeOf(status)
    if (causes.has(cause)) return
    const isFirst = causes.size === 0
    causes.add(cause)
    isLogged = true
    const fields = { feed, cause, error: status.lastError && withoutSecrets(status.lastError), remedy: REMEDIES[cause] }
    if (cause === 'credential-refused') deps.keyRefused({ feed, error: fields.error })
    if (isFirst) log.warn(fields, `upstream line ${wasLive ? 'lost' : 'not up'}, reconnecting`)
    else if (cause !== 'credential-refused') log.warn(fields, 'upstream line still down, reconnecting')
  }

  function live(): void {
    if (downMs === null) return
    if (!wasLive && !isLogged) {
      log.info({ feed }, 'upstream line live')
      ended()
      return
    }
    if (!isLogged && latest) logLoss(latest)
    deps.keyAccepted({ feed })
    if (cancelSteady) return
    const liveMs = clock.monotonicMs()
    const durationMs = liveMs - downMs
    cancelSteady = clock.after(STEADY_MS, () => {
      const account = backfilled(deps.pendingOf?.({ durationMs, agoMs: STEADY_MS }), durationMs - lostMs)
      const lost = { downSeconds: seconds(durationMs), lostSeconds: seconds(lostMs) }
      log.info({ feed, ...lost, ...account }, 'upstream line live again')
      ended()
    })
  }

  function ended(): void {
    stopTimers()
    downMs = null
    wasLive = true
    isLogged = false
    lostMs = 0
    causes.clear()
  }

  function away(status: FeedStatus): void {
    cancelSteady?.()
    cancelSteady = null
    if (downMs === null) downMs = clock.monotonicMs()
    if (status.state !== 'connecting') logLoss(status)
    else if (!isLogged) cancelLoss ??= clock.after(LOSS_LOGGED_AFTER_MS, () => latest && logLoss(latest))
  }

  return {
    status(status) {
      log.debug({ feed, state: status.state, error: status.lastError, sockets: status.sockets }, 'upstream line')
      if (status.state === 'closed') return stopTimers()
      if (status.state === 'live') live()
      else away(status)
      latest = status
    },
    lost(gap) {
      if (downMs !== null) lostMs += (parseInstantMs(gap.to) ?? 0) - (parseInstantMs(gap.from) ?? 0)
      log.warn(gap, 'data lost: the upstream no longer has this period')
    },
    skipped: createSkipLog(deps),
    close: stopTimers,
  }
}

/** Backfilled and pending parts of an outage, if at least a second; empty if unknown. */
function backfilled(pendingMs: number | undefined, notLostMs: number): Record<string, number> {
  if (pendingMs === undefined) return {}
  const had = { backfilledSeconds: seconds(Math.max(0, notLostMs - pendingMs)) }
  return pendingMs < SECOND_MS ? had : { ...had, pendingSeconds: seconds(pendingMs) }
}

/** Logs the first per minute; `more` counts the others since the previous message. */
function createSkipLog({ feed, log, clock }: { feed: Gap['feed']; log: Logger; clock: Clock }) {
  let saidMs = Number.NEGATIVE_INFINITY // monotonic
  let more = 0
  return (complaint: string) => {
    if (clock.monotonicMs() - saidMs < MINUTE_MS) return void more++
    log.warn({ feed, complaint: withoutSecrets(complaint), ...(more > 0 && { more }) }, 'invalid record skipped')
    saidMs = clock.monotonicMs()
    more = 0
  }
}

function causeOf({ state, fault }: { state: FeedState; fault: LineFault | null }): Cause {
  return state === 'source-down' ? 'source-down' : (fault ?? 'unknown')
}

function seconds(ms: number): number {
  return Math.round(ms / SECOND_MS)
}
