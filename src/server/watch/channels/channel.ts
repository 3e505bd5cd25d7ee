import type { z } from 'zod'
import type { Alarm } from '../../../contract/watch/alarms.ts'
import type { Fault } from '../../../core/problems/problem.ts'
import type { Clock } from '../../../core/time/clock.ts'
import type { Lang } from '../../../core/watch/alarm-sentence.ts'
import type { Push } from '../push/push.ts'
import type { Post } from './post.ts'

/** What goes out once. */
export interface Message {
  alarm: Alarm
  /** Plain, in the language of the channel. */
  text: string
  lang: Lang
  /** Of one that says again what was accepted before: when it was due, Unix ms. */
  repeatedMs?: number
}

/** A mail that is no alarm. */
export interface Mail {
  /** The same in each repeat. */
  id: string
  subject: string
  html: string
  attachments: readonly { filename: string; content: string; contentType: string }[]
}

/** A way out that is open. */
export interface Sender {
  /**
   * Answers the receipt of the other side where it gives one; rejects with why it was not taken, by `Busy` where it asks for a pause.
   * Neither holds a secret. Of a channel with many receivers `passOn` is called once one has it: from then on it resolves, and the
   * next message may go out meanwhile. `release` is called where none has it yet, and messages of other places are not to wait.
   */
  send(message: Message, passOn?: () => void, release?: () => void): Promise<string | undefined>
  /** Given where it takes mails as well; rejects as `send` does. */
  mail?(mail: Mail): Promise<unknown>
  /** Given where it leaves what stands at each place with the other side. */
  states?: StateTopics
  /** Given where it says once a minute that the server evaluates data; rejects as `send` does. */
  heartbeat?(atMs: number): Promise<void>
  close?(): void
}

/** Messages that the other side keeps, one for each topic, for whoever listens later. */
export interface StateTopics {
  /** What all topics of a place begin with, without the slash. */
  placeTopic(placeId: string): string
  /** Whether data arrive, of no place. */
  observedTopic: string
  /** Replaces what is kept; null clears it. Rejects with why that was not taken, at once where there is no connection. */
  put(topic: string, body: string | null): Promise<void>
  /** Hears of each connection, and of the one that stands. */
  onConnect(listener: () => void): void
}

export interface SenderDeps {
  post: Post
  clock: Clock
  push: Push
  /** Tells this server from all others; the same after a restart. */
  instance(): string
}

/** The receipt of what there was nobody for: nothing failed, and nothing went out. */
export const NOBODY = 'no browser is subscribed'

/**
 * A kind of channel. Adding one is one file in this folder and one line in `kinds.ts`: what it needs in `CHANNELS_FILE` beside
 * what all have, and how something is sent by it.
 */
export interface ChannelKind<Settings extends z.ZodRawShape = z.ZodRawShape> {
  kind: string
  /** Each message goes out unless the file says otherwise, also where a later one says more: programs may act on each. */
  sendsEvery?: boolean
  /** It tells changes between two rows unless the file says otherwise. */
  sendsUpdates?: boolean
  settings: Settings
  /** What is wrong with settings that are right one by one; null where nothing is. */
  problemOf?(settings: z.infer<z.ZodObject<Settings>>): Fault | null
  /** What may be told of where it leads: no path and no query, since those hold keys. */
  leadsTo(settings: z.infer<z.ZodObject<Settings>>): string
  open(settings: z.infer<z.ZodObject<Settings>> & { id: string; allowPrivate: boolean }, deps: SenderDeps): Sender
}

/** Lets each kind be written by its own settings. */
export function channelKind<Settings extends z.ZodRawShape>(kind: ChannelKind<Settings>): ChannelKind<Settings> {
  return kind
}
