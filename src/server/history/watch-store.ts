import type { Acknowledgement, Alarm, Stage } from '../../contract/watch/alarms.ts'
import type { Outcome } from '../../contract/watch/deliveries.ts'
import type { JournalEntry } from '../../contract/watch/journal.ts'
import type { LadderKind, Step } from '../../contract/watch/place-states.ts'

/** An alarm with its place in the order of what was raised and acknowledged. */
export interface KeptAlarm {
  /** Grows with each alarm and each acknowledgement; an alarm that is acknowledged gets a new one. */
  rev: number
  alarm: Alarm
}

/** What is still to go out by a channel. */
export interface Delivery {
  channel: string
  alarm: Alarm
  attempts: number
  /** Unix ms: when it is tried again. */
  nextMs: number
}

/** A delivery that is over. */
export interface FinishedDelivery {
  /** The id of its alarm. */
  row: string
  channel: string
  /** Unix ms. */
  atMs: number
  attempts: number
  outcome: Outcome
  /** What the other side said, or why it was given up. */
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

/** What is written as one: all of it or nothing. */
export interface WatchChange {
  /** With the channels by which they are to go out. One whose id is there already is passed over, with its channels. */
  alarms?: readonly { alarm: Alarm; channels: readonly string[] }[]
  /** Small texts by key; null takes one away. */
  states?: readonly (readonly [key: string, value: string | null])[]
  /** How far deliveries have come. */
  deliveries?: readonly Delivery[]
  /** Deliveries that are over: each is kept in the log of deliveries, and waits no more. */
  finished?: readonly FinishedDelivery[]
  /** Deliveries that wait no more, and of which nothing is kept: what they said is sent later, as it is by then. */
  settled?: readonly { channel: string; alarmId: string }[]
  acknowledged?: { alarmId: string; acknowledgement: Acknowledgement }
  /** What somebody did. */
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
  /** Only what came after, the oldest first; else the newest come first. */
  afterRev?: number
  /** Unix ms. */
  fromMs?: number
  toMs?: number
  id?: string
  placeId?: string
  stages?: readonly Stage[]
  /** Rows of these steps, of this ladder, and of one of these levels: its headline, or changed by it. */
  steps?: readonly Step[]
  ladder?: LadderKind
  levels?: readonly string[]
  /** Only those that are (not) acknowledged. */
  acknowledged?: boolean
  /** In the names of its place, and in who acknowledged it with which note. */
  search?: string
  limit: number
}

/**
 * What the watch keeps through restarts: the log of alarms, where each place stands, and what is still to go out. As with the
 * history, writes take effect in the order of their calls, and a read finds whatever was written by a call before it.
 */
export interface WatchStore {
  /**
   * Answers what is new, or acknowledged. Resolves once it is kept, or waits in memory because it can't be kept now; it is
   * tried again with each call. Never rejects.
   */
  write(change: WatchChange): Promise<KeptAlarm[]>
  /** All texts whose key begins so, by the rest of their keys. */
  states(prefix: string): Promise<Map<string, string>>
  alarms(query: AlarmQuery): Promise<KeptAlarm[]>
  /** The latest revision; 0 where there is nothing. */
  newestRev(): Promise<number>
  /** What is still to go out, in order. */
  waiting(): Promise<Delivery[]>
  /** What is over, the newest first. */
  deliveries(query: DeliveryQuery): Promise<FinishedDelivery[]>
  /** What people did, the newest first. */
  journal(query: JournalQuery): Promise<JournalEntry[]>
  /** Lets go of alarms and of the journal of before, Unix ms, and of their deliveries. */
  forget(beforeMs: number): Promise<void>
}

/** A change of which it is known which alarms are new, and what number each has in the order of all. */
export interface NumberedChange extends Omit<WatchChange, 'alarms' | 'acknowledged'> {
  added: readonly (KeptAlarm & { channels: readonly string[] })[]
  acknowledged: KeptAlarm | null
}

/** An alarm as it is now, with what is still to go out of it, and the latest that is over. */
export interface KeptWithDeliveries extends KeptAlarm {
  deliveries: readonly Omit<Delivery, 'alarm'>[]
  /** Absent in what an older version has kept. */
  finished?: readonly FinishedDelivery[]
}

/**
 * The same store as the copy of one that several machines share: changes are numbered here, written down there, and come back in
 * one order. Applied again after a restart they come to the same.
 */
export interface WatchCopy {
  /** What changes come to, one after the other, as of all that was applied. */
  numbered(changes: readonly WatchChange[]): NumberedChange[]
  apply(...changes: NumberedChange[]): void
  find(alarmId: string): KeptAlarm | null
  /** Alarms from one revision up to, not including, the other, in order. */
  between(fromRev: number, toRev: number): KeptWithDeliveries[]
  /** What is older than that, Unix ms, by revision. */
  revsBefore(beforeMs: number): number[]
  /** Takes alarms over as they are, with what is still to go out of them. */
  take(alarms: readonly KeptWithDeliveries[]): void
  /** Lets go of everything. */
  clear(): void
}
