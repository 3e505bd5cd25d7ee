import * as z from 'zod/mini'
import { nameOf } from '../display-text.ts'
import { boundedText } from '../fields.ts'

/** Push messages to browsers: `/api/push`. */

const BASE64URL = z.regex(/^[\w-]+={0,2}$/)
const endpoint = z.string().check(z.maxLength(1_024))

/** `GET`: the key that a browser subscribes with; null where there is no such channel. */
export const pushOfferSchema = z.looseObject({ key: z.nullable(boundedText) })
export type PushOffer = z.infer<typeof pushOfferSchema>

/** `POST`: what the browser's own subscription says, and the language that its page is in. */
export const pushSubscriptionSchema = z.object({
  endpoint,
  keys: z.object({
    p256dh: z.string().check(z.maxLength(100), BASE64URL),
    auth: z.string().check(z.maxLength(30), BASE64URL),
  }),
  lang: z.enum(['en', 'zh']),
  /** Counts where nobody signs in by a name. */
  by: z.optional(nameOf(60)),
})
export type PushSubscriptionSaid = z.infer<typeof pushSubscriptionSchema>

/** `DELETE`. */
export const pushEndSchema = z.object({ endpoint })

/** What a push message is, for the service worker that shows it. */
export const pushMessageSchema = z.object({
  title: boundedText,
  body: boundedText,
  /** Of a ladder of a place, or of one alarm: a later message with the same tag takes the place of the one that is shown. */
  tag: boundedText,
  /** Whether it sounds again where it takes the place of another. */
  renotify: z.optional(z.boolean()),
  /** Where the page shows that moment; null where nobody said where people open it. */
  link: z.nullable(boundedText),
  lang: z.enum(['en', 'zh']),
})
export type PushMessage = z.infer<typeof pushMessageSchema>
