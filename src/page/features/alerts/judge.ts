import type { RaisedAlert } from '../../../core/airports/alert-rules.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'
import { type AlarmLine, useAlarmLog } from '../../live/alarms/alarm-log.ts'
import type { LineKind } from '../../live/line-watch.ts'
import { usePage } from '../../state/page-store.ts'
import { useAlerts } from './alert-store.ts'
import { isOwnChoice, kindOf } from './own-choice.ts'
import { isJudgedForUs } from './own-watch.ts'

/** A watch of which nothing was heard yet is waited for so long. */
const STARTS_MS = 45_000
/** A stream that is dead is known to be so before this. */
const UNSAID_MS = MINUTE_MS

/** Whether the server's word is to be had. */
export function isServerHeard(line: AlarmLine, sinceOpenedMs: number): boolean {
  return line.kind === 'live' || (line.kind !== 'broken' && sinceOpenedMs < STARTS_MS)
}

/** How the page's own lines stand. */
export type Lines = Readonly<Record<'lightning' | 'reports', LineKind>>

export type Judge = (found: readonly RaisedAlert[], nowMs: number, lines?: Lines) => readonly RaisedAlert[]

/**
 * Which of what the page's own rules have found is told: all of it where the server watches over nothing, or can't be heard;
 * else what was chosen here alone, and the server tells the rest. What it did not get to say before it fell silent is told then.
 */
export function createJudge(hasWatch: boolean): Judge {
  let openedMs: number | null = null
  let unsaid: RaisedAlert[] = []
  return (found, nowMs, lines) => {
    if (!hasWatch) return found
    openedMs ??= nowMs
    unsaid = unsaid.filter(({ atMs }) => nowMs - atMs <= UNSAID_MS)
    if (!isServerHeard(useAlarmLog.getState().line, nowMs - openedMs)) {
      const told = [...unsaid.filter((alert) => !wasSaid(alert)), ...found]
      unsaid = []
      return told
    }
    const { settings } = useAlerts.getState()
    const isOwn = ({ kind, icao }: RaisedAlert) => {
      const page = usePage.getState()
      // Of its own connection the page alone can speak; that the server's lines are away the server tells.
      if (kind === 'lightning-lost') return lines?.lightning !== 'source-down'
      if (kind === 'reports-lost') return lines?.reports !== 'source-down'
      return isOwnChoice(kind, icao, settings, page) && !(kind === 'strike' && isJudgedForUs(icao, page))
    }
    unsaid.push(...found.filter((alert) => !isOwn(alert)))
    return found.filter(isOwn)
  }
}

function wasSaid({ kind, icao, atMs }: RaisedAlert): boolean {
  const { alarms, own } = useAlarmLog.getState()
  return [...own, ...alarms].some(
    (alarm) =>
      (alarm.place?.id ?? null) === icao && kindOf(alarm) === kind && Math.abs(Date.parse(alarm.at) - atMs) < UNSAID_MS,
  )
}
