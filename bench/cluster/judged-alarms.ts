import { type Alarm, isRow, type Row } from '../../src/contract/watch/alarms.ts'
import { ALL_LEVELS, OFF, signatureOf, subjectOf } from '../../src/core/levels/signature.ts'

/** The alarm logs of processes compared with each other, and with what a channel with default settings received. */
export interface JudgedAlarms {
  /** Rows in the log of any process. */
  rows: number
  /** Sum over processes of rows that their logs lack. */
  lacking: number
  /** Ids of changes of state that were never sent. */
  unsent: string[]
  /** Messages beyond the first of a row. */
  repeated: number
  /** Ladders whose last message has another state than their newest row. */
  differing: string[]
}

const DEFAULTS = { levels: [ALL_LEVELS], expected: false }

/** `logs`: of each process, the same period. `took`: in order of arrival. */
export function judgeAlarms(logs: readonly (readonly Alarm[])[], took: readonly Alarm[]): JudgedAlarms {
  const byId = new Map(logs.flat().map((alarm) => [alarm.id, alarm]))
  const sentIds = new Set(took.map(({ id }) => id))
  const ladders = Map.groupBy([...byId.values()].filter(isOfLadder), (row) => subjectOf(row)!)
  const unsent: string[] = []
  const differing: string[] = []
  for (const [subject, rows] of ladders) {
    rows.sort((a, b) => a.rev - b.rev)
    // The state before the first row of the period is unknown.
    let sent: string | null = null
    for (const row of rows) {
      const signature = signatureOf(row, DEFAULTS)
      if (sent !== null && signature !== sent && !sentIds.has(row.id)) unsent.push(row.id)
      sent = signature
    }
    const last = took.findLast((row): row is Row => isOfLadder(row) && byId.has(row.id) && subjectOf(row) === subject)
    if (last && signatureOf(last, DEFAULTS) !== sent) differing.push(subject)
    if (!last && rows.length > 1 && sent !== OFF) differing.push(subject)
  }
  return {
    rows: byId.size,
    lacking: logs.reduce((sum, rows) => sum + byId.size - new Set(rows.map(({ id }) => id)).size, 0),
    unsent,
    repeated: took.length - sentIds.size,
    differing,
  }
}

const isOfLadder = (alarm: Alarm): alarm is Row =>
  isRow(alarm) && alarm.ladder === 'lightning' && subjectOf(alarm) !== null
