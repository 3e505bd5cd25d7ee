import * as z from 'zod/mini'
import { LANGS } from '../../locales/languages.ts'
import { nameOf } from '../display-text.ts'
import { boundedText } from '../fields.ts'

/** Push messages to browsers: `/api/push`. */

const BASE64URL = z.regex(/^[\w-]+={0,2}$/)
const endpoint = z.string().check(z.maxLength(1_024))

/** `GET`: the VAPID public key; null without a push channel. */
export const pushOfferSchema = z.looseObject({ key: z.nullable(boundedText) })
export type PushOffer = z.infer<typeof pushOfferSchema>

/** `POST`: the browser's subscription, and the language of its page. */
export const pushSubscriptionSchema = z.object({
  endpoint,
  keys: z.object({
    p256dh: z.string().check(z.maxLength(100), BASE64URL),
    auth: z.string().check(z.maxLength(30), BASE64URL),
  }),
  lang: z.enum(LANGS),
  /** Used without named sign-ins. */
  by: z.optional(nameOf(60)),
})
export type PushSubscriptionInput = z.infer<typeof pushSubscriptionSchema>

/** `DELETE`. */
export const pushEndSchema = z.object({ endpoint })

export const pushMessageSchema = z.object({
  title: boundedText,
  body: boundedText,
  /** Tag of a ladder or an alarm: a later message with the same tag replaces a shown one. */
  tag: boundedText,
  /** Whether a replacement alerts again. */
  renotify: z.optional(z.boolean()),
  /** Link to that time on the page; null without PUBLIC_ORIGIN. */
  link: z.nullable(boundedText),
  lang: z.enum(LANGS),
})
export type PushMessage = z.infer<typeof pushMessageSchema>
