import type { z } from 'zod'
import type { Alarm } from '../../../contract/watch/alarms.ts'
import type { Fault } from '../../../core/problems/problem.ts'
import type { Clock } from '../../../core/time/clock.ts'
import type { Lang } from '../../../locales/languages.ts'
import type { Push } from '../push/push.ts'
import type { Post } from './post.ts'

export interface Message {
  alarm: Alarm
  /** Plain text, in the language of the channel. */
  text: string
  lang: Lang
  /** Of a repeat of an accepted message: its due time, Unix ms. */
  repeatedMs?: number
}

/** An e-mail other than an alarm. */
export interface Mail {
  /** Equal in each retry. */
  id: string
  subject: string
  html: string
  attachments: readonly { filename: string; content: string; contentType: string }[]
}

export interface Sender {
  /**
   * Resolves with the receiver's receipt, if it gives one; rejects with the reason of a failure, by `Busy` if it
   * requests a pause. Neither contains a secret. On a channel with many receivers `passOn` is called after the first
   * success: the promise then resolves, and the next message may be sent meanwhile. `release` is called while none has
   * succeeded, if messages of other places must not wait.
   */
  send(message: Message, passOn?: () => void, release?: () => void): Promise<string | undefined>
  /** Present if it accepts e-mails too; rejects like `send`. */
  mail?(mail: Mail): Promise<unknown>
  /** Present if it publishes retained states. */
  states?: StateTopics
  /** Present if it sends a heartbeat each minute while data is evaluated; rejects like `send`. */
  heartbeat?(atMs: number): Promise<void>
  close?(): void
}

/** Retained messages, one per topic, for later subscribers. */
export interface StateTopics {
  /** Common prefix of all topics of a place, without the slash. */
  placeTopic(placeId: string): string
  /** Topic for the arrival of data, without a place. */
  observedTopic: string
  /**
   * Replaces a retained message; null clears it. Rejects with the reason of a failure, at once without a connection.
   */
  put(topic: string, body: string | null): Promise<void>
  /** Notifies of each connection, including the current one. */
  onConnect(listener: () => void): void
}

export interface SenderDeps {
  post: Post
  clock: Clock
  push: Push
  /** Unique id of this server, stable over restarts. */
  instance(): string
}

/** Receipt of a message without receivers: not a failure. */
export const NO_SUBSCRIBERS = 'no browser is subscribed'

/**
 * A kind of channel. Adding one takes a file in this folder and a line in `kinds.ts`: its settings in `CHANNELS_FILE`
 * beyond the common ones, and how it sends.
 */
export interface ChannelKind<Settings extends z.ZodRawShape = z.ZodRawShape> {
  kind: string
  /** Default of `every`: each message is sent, even if a later one supersedes it, because programs may act on each. */
  sendsEvery?: boolean
  /** Default of `updates`: sends changes between two rows. */
  sendsUpdates?: boolean
  settings: Settings
  /** Problem in the combination of settings; null if they are valid. */
  problemOf?(settings: z.infer<z.ZodObject<Settings>>): Fault | null
  /** Target without path and query, which hold keys. */
  redactedTarget(settings: z.infer<z.ZodObject<Settings>>): string
  open(settings: z.infer<z.ZodObject<Settings>> & { id: string; allowPrivate: boolean }, deps: SenderDeps): Sender
}

/** Infers the settings type of a kind. */
export function channelKind<Settings extends z.ZodRawShape>(kind: ChannelKind<Settings>): ChannelKind<Settings> {
  return kind
}
