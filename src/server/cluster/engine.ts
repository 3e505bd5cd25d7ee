import { type Clock, delay } from '../../core/time/clock.ts'
import type { ChannelOf } from '../web/channel.ts'
import type { LogEntry } from './messages.ts'
import type { Question } from './questions.ts'
import { CHECK_EVERY_MS } from './timing.ts'

/** What several processes need of an engine: implemented by `nats/`, and by the fakes of `src/testing/cluster`. */

/** Messages between processes that are not stored. */
export interface Bus {
  channel: ChannelOf
  /** Null if no process took the question. Rejects if it is unknown whether one did. */
  ask(question: Question): Promise<unknown>
  /** Registers the responder; it returns null while it cannot take questions. */
  onQuestion(answer: (question: Question) => Promise<unknown> | null): () => void
}

/** A text shared by all processes, written by compare and set. All methods reject if no server responds. */
export interface Cell {
  /** Null before the first write. */
  read(): Promise<{ text: string; revision: number } | null>
  /**
   * Returns the new revision, which is higher than `revision`; null if another revision is stored (`revision` null: if any is). Rejects if
   * the outcome is unknown.
   */
  write(text: string, revision: number | null): Promise<number | null>
}

/** The log of all processes. A message's number is its sequence. */
export interface EventLog<Entry = LogEntry> {
  /** Another one after the log was deleted and created again. */
  readonly identity: string
  /** The same in eight characters. */
  readonly name: string
  /** Numbers of the first stored message and of the latest; `last` is 0 before the first. */
  bounds(): Promise<{ first: number; last: number }>
  /**
   * Appends a message right after number `after`, and returns its number; null if another message is there. Rejects if the outcome is
   * unknown; a repetition with the same `id` finds it.
   */
  append(entries: readonly Entry[], after: number, id: string): Promise<number | null>
  /** Delivers every message from that number on once and in order, through server failures; `id` is that of `append`. */
  read(from: number, take: (number: number, entries: Entry[], id: string) => void): () => void
  /** Messages up to that number are stored: a reader that lacks them uses another server. */
  knowWritten(number: number): void
  purge(): Promise<void>
}

/** Waits until message `number` is `read`. False if the log has lost it meanwhile: NATS 2.9 may lose the end of a stream. */
export async function isRead(
  eventLog: Pick<EventLog, 'bounds'>,
  number: number,
  read: Promise<void>,
  clock: Clock,
): Promise<boolean> {
  for (;;) {
    const isDue = delay(clock, CHECK_EVERY_MS).then(() => false)
    if (await Promise.race([read.then(() => true), isDue])) return true
    const bounds = await eventLog.bounds().catch(() => null)
    if (bounds && bounds.last < number) return false
  }
}

/** Shared store of past data: the latest value of each key, for as long as the history. */
export interface KeptStore {
  keys(): Promise<string[]>
  /** Null if there is none, or it expired. */
  get(key: string): Promise<Uint8Array | null>
  /** Number of the latest write, of any key. */
  last(): Promise<number>
  /** Writes right after write number `after`, and returns its number; null if another write is there. Rejects if the outcome is unknown. */
  put(key: string, bytes: Uint8Array, after: number): Promise<number | null>
  purge(): Promise<void>
}

const READ_AT_ONCE = 16

/** The keys with their values, without expired ones. */
export async function* valuesOf(store: Pick<KeptStore, 'get'>, keys: readonly string[]) {
  for (let at = 0; at < keys.length; at += READ_AT_ONCE) {
    const some = keys.slice(at, at + READ_AT_ONCE)
    const found = await Promise.all(some.map((key) => store.get(key)))
    for (const [i, bytes] of found.entries()) if (bytes) yield [some[i]!, bytes] as const
  }
}
