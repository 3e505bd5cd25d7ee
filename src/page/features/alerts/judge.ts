import type { RaisedAlert } from '../../../core/airports/alert-rules.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'
import { type AlarmLine, useAlarmLog } from '../../live/alarms/alarm-log.ts'
import type { LineKind } from '../../live/line-watch.ts'
import { usePage } from '../../state/page-store.ts'
import { useAlerts } from './alert-store.ts'
import { isOwnChoice, kindOf } from './own-choice.ts'
import { keyHere, useOwnWatch } from './own-watch.ts'
import { toldHere } from './told-here.ts'

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
 * else what the server does not judge, and it tells the rest. What it did not get to say before it fell silent is told then; what it
 * has still to take over waits until it has, or can't.
 */
export function createJudge(hasWatch: boolean): Judge {
  let openedMs: number | null = null
  let unsaid: RaisedAlert[] = []
  let held: RaisedAlert[] = []
  return (found, nowMs, lines) => {
    if (!hasWatch) return found
    openedMs ??= nowMs
    unsaid = unsaid.filter(({ atMs }) => nowMs - atMs <= UNSAID_MS)
    if (!isServerHeard(useAlarmLog.getState().line, nowMs - openedMs)) {
      const told = [...held, ...unsaid].filter((alert) => !wasSaid(alert))
      held = []
      unsaid = []
      return [...told, ...found]
    }
    const own: RaisedAlert[] = []
    const waiting: RaisedAlert[] = []
    for (const alert of [...held, ...found]) {
      const judge = judgeOf(alert, lines)
      if (judge === 'page') own.push(alert)
      else if (judge === 'server') unsaid.push(alert)
      else waiting.push(alert)
    }
    held = waiting
    return own
  }
}

/** Who judges what is alerted to while the server is heard; `open` until it has said so. */
function judgeOf({ kind, icao }: RaisedAlert, lines: Lines | undefined): 'page' | 'server' | 'open' {
  // Of its own connection the page alone can speak; that the server's lines are away the server tells.
  if (kind === 'lightning-lost') return lines?.lightning === 'source-down' ? 'server' : 'page'
  if (kind === 'reports-lost') return lines?.reports === 'source-down' ? 'server' : 'page'
  const page = usePage.getState()
  const { settings } = useAlerts.getState()
  if (icao === null || !isOwnChoice(kind, icao, settings, page)) return 'server'
  const { judged, awaited } = useOwnWatch.getState()
  const key = keyHere(kind, icao, page, settings)
  if (key === null || judged.has(key)) return 'server'
  return awaited.has(key) ? 'open' : 'page'
}

/** Whether the server told the same, of what counts here. */
function wasSaid({ kind, icao, atMs }: RaisedAlert): boolean {
  const { alarms, own } = useAlarmLog.getState()
  return toldHere([...own, ...alarms], usePage.getState(), useAlerts.getState().settings).some(
    (alarm) =>
      (alarm.place?.id ?? null) === icao && kindOf(alarm) === kind && Math.abs(Date.parse(alarm.at) - atMs) < UNSAID_MS,
  )
}
