import type { Acknowledgement, Alarm, Stage } from '../../contract/watch/alarms.ts'
import type { Outcome } from '../../contract/watch/deliveries.ts'
import type { JournalEntry } from '../../contract/watch/journal.ts'
import type { LadderKind, Step } from '../../contract/watch/place-states.ts'

/** An alarm with its revision in the order of raising and acknowledging. */
export interface KeptAlarm {
  /** Increases with each alarm and each acknowledgement; an acknowledged alarm gets a new one. */
  rev: number
  alarm: Alarm
}

/** A delivery still to be sent on a channel. */
export interface Delivery {
  channel: string
  alarm: Alarm
  attempts: number
  /** Unix ms of the next attempt. */
  nextMs: number
}

export interface FinishedDelivery {
  /** The id of its alarm. */
  row: string
  channel: string
  /** Unix ms. */
  atMs: number
  attempts: number
  outcome: Outcome
  /** Response of the receiver, or the reason for giving up. */
  receipt: string | null
}

export interface DeliveryQuery {
  rowId?: string
  /** Unix ms. */
  fromMs?: number
  toMs?: number
  channel?: string
  outcome?: Outcome
  limit: number
}

/** An atomic change. */
export interface WatchChange {
  /** Writes alarms with the channels to deliver to. An alarm with an existing id is skipped, with its channels. */
  alarms?: readonly { alarm: Alarm; channels: readonly string[] }[]
  /** Small texts by key; null deletes one. */
  states?: readonly (readonly [key: string, value: string | null])[]
  deliveries?: readonly Delivery[]
  /** Completed deliveries: moved from the queue to the delivery log. */
  finished?: readonly FinishedDelivery[]
  /** Deliveries removed from the queue without a log entry: a later delivery supersedes them. */
  settled?: readonly { channel: string; alarmId: string }[]
  acknowledged?: { alarmId: string; acknowledgement: Acknowledgement }
  /** Actions of people. */
  journal?: readonly JournalEntry[]
}

export interface JournalQuery {
  /** Unix ms. */
  fromMs?: number
  toMs?: number
  kinds?: readonly string[]
  limit: number
}

export interface AlarmQuery {
  /** Only later revisions, oldest first; without it newest first. */
  afterRev?: number
  /** Unix ms. */
  fromMs?: number
  toMs?: number
  id?: string
  placeId?: string
  stages?: readonly Stage[]
  /** Rows with these steps and ladder, and one of these levels as headline or among the changed ones. */
  steps?: readonly Step[]
  ladder?: LadderKind
  levels?: readonly string[]
  /** Filters by acknowledgement. */
  acknowledged?: boolean
  /** Text in the names of the place, or in the name and note of the acknowledgement. */
  search?: string
  limit: number
}

/**
 * Persistent state of the alarm engine: alarm log, state of each place, pending deliveries. Writes take effect in call
 * order, and a read sees all writes called before it.
 */
export interface WatchStore {
  /**
   * Returns new and acknowledged alarms. Resolves once stored, or buffered in memory because the store is unavailable;
   * each call retries. Never rejects.
   */
  write(change: WatchChange): Promise<KeptAlarm[]>
  /** All texts whose key begins with `prefix`, by the rest of the key. */
  states(prefix: string): Promise<Map<string, string>>
  alarms(query: AlarmQuery): Promise<KeptAlarm[]>
  /** The latest revision; 0 if the log is empty. */
  newestRev(): Promise<number>
  waiting(): Promise<Delivery[]>
  /** Completed deliveries, newest first. */
  deliveries(query: DeliveryQuery): Promise<FinishedDelivery[]>
  /** Journal entries, newest first. */
  journal(query: JournalQuery): Promise<JournalEntry[]>
  /** Deletes alarms, their deliveries and journal entries before that time, Unix ms. */
  forget(beforeMs: number): Promise<void>
}

/** A change with its new alarms determined and their revisions assigned. */
export interface NumberedChange extends Omit<WatchChange, 'alarms' | 'acknowledged'> {
  added: readonly (KeptAlarm & { channels: readonly string[] })[]
  acknowledged: KeptAlarm | null
}

/** An alarm in its current state, with its pending deliveries and its latest completed ones. */
export interface KeptWithDeliveries extends KeptAlarm {
  deliveries: readonly Omit<Delivery, 'alarm'>[]
  /** Absent in records of older versions. */
  finished?: readonly FinishedDelivery[]
}

/**
 * The store as a replica: changes are numbered here, written to the shared log and applied in its order. Applying them
 * again after a restart is idempotent.
 */
export interface WatchCopy {
  /** Numbers changes in sequence, based on all applied changes. */
  numbered(changes: readonly WatchChange[]): NumberedChange[]
  apply(...changes: NumberedChange[]): void
  find(alarmId: string): KeptAlarm | null
  /** Alarms with revisions in [fromRev, toRev), in order. */
  between(fromRev: number, toRev: number): KeptWithDeliveries[]
  /** Revisions of alarms before that time, Unix ms. */
  revsBefore(beforeMs: number): number[]
  /** Inserts alarms as they are, with their pending deliveries. */
  take(alarms: readonly KeptWithDeliveries[]): void
  /** Deletes everything. */
  clear(): void
}
