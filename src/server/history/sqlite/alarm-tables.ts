import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import type { Alarm } from '../../../contract/watch/alarms.ts'
import type { Outcome } from '../../../contract/watch/deliveries.ts'
import type { JournalEntry } from '../../../contract/watch/journal.ts'
import { heldOrMade } from '../../../core/util/held-or-made.ts'
import type {
  AlarmQuery,
  Delivery,
  DeliveryQuery,
  FinishedDelivery,
  JournalQuery,
  KeptAlarm,
  KeptWithDeliveries,
  NumberedChange,
} from '../watch-store.ts'

export type AlarmTables = ReturnType<typeof createAlarmTables>

/** The tables of the watch. Writes go within a transaction. */
export function createAlarmTables(db: DatabaseSync) {
  const addAlarm = db.prepare(
    `INSERT INTO alarms (id, rev, place, stage, at_ms, acknowledged, body) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET rev = excluded.rev, acknowledged = excluded.acknowledged, body = excluded.body`,
  )
  const acknowledge = db.prepare('UPDATE alarms SET rev = ?, acknowledged = 1, body = ? WHERE id = ?')
  const findAlarm = db.prepare('SELECT rev, body FROM alarms WHERE id = ?')
  const maxRev = db.prepare('SELECT coalesce(max(rev), 0) AS rev FROM alarms')
  const setState = db.prepare(
    'INSERT INTO watch_states (name, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value',
  )
  const dropState = db.prepare('DELETE FROM watch_states WHERE name = ?')
  const getStates = db.prepare('SELECT name, value FROM watch_states WHERE substr(name, 1, ?) = ?')
  const setDelivery = db.prepare(
    `INSERT INTO deliveries (channel, alarm, attempts, next_ms, dead) VALUES (?, ?, ?, ?, NULL)
     ON CONFLICT DO UPDATE SET attempts = excluded.attempts, next_ms = excluded.next_ms, dead = NULL`,
  )
  const dropDelivery = db.prepare('DELETE FROM deliveries WHERE channel = ? AND alarm = ?')
  const joined = 'SELECT d.*, a.body FROM deliveries d JOIN alarms a ON a.id = d.alarm'
  const waiting = db.prepare(`${joined} WHERE d.dead IS NULL ORDER BY d.id`)
  // Idempotent: a change is applied again after a restart.
  const addFinished = db.prepare(
    `INSERT INTO delivery_log ("row", channel, at_ms, attempts, outcome, receipt) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT DO NOTHING`,
  )
  const forgetAlarms = db.prepare('DELETE FROM alarms WHERE at_ms < ?')
  // Idempotent: a change is applied again after a restart.
  const addEntry = db.prepare(
    `INSERT INTO journal (at_ms, kind, body) SELECT ?1, ?2, ?3
     WHERE NOT EXISTS (SELECT 1 FROM journal WHERE at_ms = ?1 AND body = ?3)`,
  )
  const forgetEntries = db.prepare('DELETE FROM journal WHERE at_ms < ?')
  const forgetFinished = db.prepare('DELETE FROM delivery_log WHERE at_ms < ?')
  const forgetDeliveries = db.prepare('DELETE FROM deliveries WHERE alarm NOT IN (SELECT id FROM alarms)')

  function add({ rev, alarm }: KeptAlarm): void {
    const { id, place, stage, at } = alarm
    const isAcknowledged = Number(alarm.acknowledged !== null)
    addAlarm.run(id, rev, place?.id ?? '', stage, Date.parse(at), isAcknowledged, JSON.stringify(alarm))
  }

  function find(id: string): KeptAlarm | null {
    const row = findAlarm.get(id)
    return row ? keptOf(row) : null
  }

  function finish({ row, channel, atMs, attempts, outcome, receipt }: FinishedDelivery): void {
    addFinished.run(row, channel, Math.floor(atMs), attempts, outcome, receipt)
  }

  return {
    newestRev: () => Number(maxRev.get()!.rev),
    find,
    write(change: NumberedChange): void {
      const { added, acknowledged, states = [], deliveries = [], finished = [], settled = [], journal = [] } = change
      for (const { rev, alarm, channels } of added) {
        add({ rev, alarm })
        for (const channel of channels) setDelivery.run(channel, alarm.id, 0, Date.parse(alarm.at))
      }
      if (acknowledged) {
        const { rev, alarm } = acknowledged
        acknowledge.run(rev, JSON.stringify(alarm), alarm.id)
      }
      for (const [name, value] of states) {
        if (value === null) dropState.run(name)
        else setState.run(name, value)
      }
      for (const { channel, alarm, attempts, nextMs } of deliveries) {
        setDelivery.run(channel, alarm.id, attempts, nextMs)
      }
      for (const each of finished) {
        dropDelivery.run(each.channel, each.row)
        finish(each)
      }
      for (const { channel, alarmId } of settled) dropDelivery.run(channel, alarmId)
      for (const entry of journal) addEntry.run(Date.parse(entry.at), entry.kind, JSON.stringify(entry))
    },
    states(prefix: string): Map<string, string> {
      const rows = getStates.all(prefix.length, prefix)
      return new Map(rows.map(({ name, value }) => [String(name).slice(prefix.length), String(value)]))
    },
    alarms(query: AlarmQuery): KeptAlarm[] {
      const { where, values } = conditionsOf(query)
      const order = query.afterRev === undefined ? 'at_ms DESC, rev DESC' : 'rev'
      return db
        .prepare(`SELECT rev, body FROM alarms ${where} ORDER BY ${order} LIMIT ?`)
        .all(...values, query.limit)
        .map(keptOf)
    },
    setAsideInvalid: () => setAsideInvalid(db),
    /** Deliveries of one alarm share it: a hundred channels may wait for the same thousands of alarms. */
    waiting(): Delivery[] {
      const alarms = new Map<unknown, Alarm>()
      return Array.from(waiting.iterate(), ({ body, ...row }) => {
        const alarm = heldOrMade(alarms, row.alarm, () => JSON.parse(String(body)) as Alarm)
        return { ...deliveryStateOf(row), alarm }
      })
    },
    finished({ limit, ...query }: DeliveryQuery): FinishedDelivery[] {
      const { where, values } = conditionsOf(query)
      return db
        .prepare(`SELECT * FROM delivery_log ${where} ORDER BY at_ms DESC LIMIT ?`)
        .all(...values, limit)
        .map(finishedOf)
    },
    journal({ limit, ...query }: JournalQuery): JournalEntry[] {
      const { where, values } = conditionsOf(query)
      return db
        .prepare(`SELECT body FROM journal ${where} ORDER BY at_ms DESC, rowid DESC LIMIT ?`)
        .all(...values, limit)
        .map(({ body }) => JSON.parse(String(body)) as JournalEntry)
    },
    copy: createCopyTables(db, { find, add, setDelivery, finish }),
    forget(beforeMs: number): void {
      forgetEntries.run(beforeMs)
      forgetAlarms.run(beforeMs)
      forgetDeliveries.run()
      forgetFinished.run(beforeMs)
    },
  }
}

/** Deliveries of one alarm, for the copy to another machine: a part of 500 alarms fits in a NATS message. */
const FINISHED_COPIED = 20

/** Statements of a replicated table: whole chunks are read and replaced. */
function createCopyTables(
  db: DatabaseSync,
  of: {
    find(id: string): KeptAlarm | null
    add(kept: KeptAlarm): void
    setDelivery: StatementSync
    finish(finished: FinishedDelivery): void
  },
) {
  const between = db.prepare('SELECT rev, body FROM alarms WHERE rev >= ? AND rev < ? ORDER BY rev')
  const revsBefore = db.prepare('SELECT rev FROM alarms WHERE at_ms < ?')
  const deliveriesOf = db.prepare('SELECT * FROM deliveries WHERE alarm = ? AND dead IS NULL ORDER BY id')
  const finishedDeliveries = db.prepare('SELECT * FROM delivery_log WHERE "row" = ? ORDER BY at_ms DESC LIMIT ?')

  return {
    between: (fromRev: number, toRev: number): KeptWithDeliveries[] =>
      between.all(fromRev, toRev).map((row) => {
        const kept = keptOf(row)
        return {
          ...kept,
          deliveries: deliveriesOf.all(kept.alarm.id).map(deliveryStateOf),
          finished: finishedDeliveries.all(kept.alarm.id, FINISHED_COPIED).map(finishedOf),
        }
      }),
    revsBefore: (beforeMs: number): number[] => revsBefore.all(beforeMs).map(({ rev }) => Number(rev)),
    take(alarms: readonly KeptWithDeliveries[]): void {
      for (const { deliveries, finished = [], ...kept } of alarms) {
        for (const each of finished) of.finish(each)
        if ((of.find(kept.alarm.id)?.rev ?? 0) > kept.rev) continue
        of.add(kept)
        for (const { channel, attempts, nextMs } of deliveries)
          of.setDelivery.run(channel, kept.alarm.id, attempts, nextMs)
      }
    },
    clear(): void {
      const tables = ['alarms', 'watch_states', 'deliveries', 'delivery_log', 'journal']
      db.exec(tables.map((table) => `DELETE FROM ${table}`).join('; '))
    },
  }
}

const isOf = (types: Record<string, string>) =>
  Object.entries(types)
    .map(([path, type]) => `coalesce(json_type(body, '$.${path}'), '') IN ${type}`)
    .join(' AND ')

/** Required columns by table: the key of a row, and the form of its body. */
const STORED_FORMS = [
  [
    'alarms',
    'id',
    `CASE WHEN json_valid(body) THEN ${isOf({
      id: "('text')",
      stage: "('text')",
      at: "('text')",
      details: "('object')",
      place: "('object', 'null')",
      acknowledged: "('object', 'null')",
    })} ELSE 0 END`,
  ],
  [
    'journal',
    'rowid',
    `CASE WHEN json_valid(body) THEN ${isOf({ at: "('text')", kind: "('text')", text: "('text')" })} ELSE 0 END`,
  ],
] as const

/** Moves rows that are not valid into a separate table; returns them. */
function setAsideInvalid(db: DatabaseSync): { kind: string; key: string }[] {
  return STORED_FORMS.flatMap(([table, key, isValid]) => {
    const rows = db.prepare(`SELECT ${key} AS key, rowid FROM ${table} WHERE NOT (${isValid})`).all()
    if (rows.length === 0) return []
    db.exec('CREATE TABLE IF NOT EXISTS set_aside (kind TEXT NOT NULL, key TEXT NOT NULL, body TEXT NOT NULL)')
    const move = db.prepare(`INSERT INTO set_aside SELECT '${table}', ${key}, body FROM ${table} WHERE rowid = ?`)
    const drop = db.prepare(`DELETE FROM ${table} WHERE rowid = ?`)
    for (const { rowid } of rows) for (const each of [move, drop]) each.run(rowid as number)
    return rows.map((row) => ({ kind: table, key: String(row.key) }))
  })
}

/** Searched fields of an alarm, in the order of `searchedText`. */
const SEARCHED = ['place.id', 'place.name', 'place.nameZh', 'place.group', 'acknowledged.by', 'acknowledged.note']
  .map((path) => `coalesce(json_extract(body, '$.${path}'), '')`)
  .join(" || ' ' || ")

type Row = Record<string, unknown>

function keptOf({ rev, body }: Row): KeptAlarm {
  return { rev: Number(rev), alarm: JSON.parse(String(body)) as Alarm }
}

function deliveryStateOf({ channel, attempts, next_ms }: Row): Omit<Delivery, 'alarm'> {
  return { channel: String(channel), attempts: Number(attempts), nextMs: Number(next_ms) }
}

function finishedOf({ row, channel, at_ms, attempts, outcome, receipt }: Row): FinishedDelivery {
  return {
    row: String(row),
    channel: String(channel),
    atMs: Number(at_ms),
    attempts: Number(attempts),
    outcome: String(outcome) as Outcome,
    receipt: receipt === null ? null : String(receipt),
  }
}

function conditionsOf(query: Omit<AlarmQuery, 'limit'> & Pick<JournalQuery, 'kinds'> & Omit<DeliveryQuery, 'limit'>): {
  where: string
  values: SQLInputValue[]
} {
  const parts: [condition: string, values: SQLInputValue[]][] = []
  if (query.afterRev !== undefined) parts.push(['rev > ?', [query.afterRev]])
  if (query.fromMs !== undefined) parts.push(['at_ms >= ?', [query.fromMs]])
  if (query.toMs !== undefined) parts.push(['at_ms < ?', [query.toMs]])
  if (query.id !== undefined) parts.push(['id = ?', [query.id]])
  if (query.rowId !== undefined) parts.push(['"row" = ?', [query.rowId]])
  if (query.channel !== undefined) parts.push(['channel = ?', [query.channel]])
  if (query.outcome !== undefined) parts.push(['outcome = ?', [query.outcome]])
  if (query.placeId !== undefined) parts.push(['place = ?', [query.placeId]])
  if (query.stages) parts.push([`stage IN (${query.stages.map(() => '?').join()})`, [...query.stages]])
  if (query.steps)
    parts.push([`json_extract(body, '$.step') IN (${query.steps.map(() => '?').join()})`, [...query.steps]])
  if (query.ladder !== undefined) parts.push([`json_extract(body, '$.ladder') = ?`, [query.ladder]])
  if (query.levels) {
    const among = `IN (${query.levels.map(() => '?').join()})`
    const changed = `EXISTS (SELECT 1 FROM json_each(body, '$.changed') WHERE value ${among})`
    parts.push([`(json_extract(body, '$.level') ${among} OR ${changed})`, [...query.levels, ...query.levels]])
  }
  if (query.kinds) parts.push([`kind IN (${query.kinds.map(() => '?').join()})`, [...query.kinds]])
  if (query.search !== undefined) parts.push([`instr(lower(${SEARCHED}), lower(?)) > 0`, [query.search]])
  if (query.acknowledged !== undefined) parts.push(['acknowledged = ?', [Number(query.acknowledged)]])
  return {
    where: parts.length > 0 ? `WHERE ${parts.map(([condition]) => condition).join(' AND ')}` : '',
    values: parts.flatMap(([, values]) => values),
  }
}
