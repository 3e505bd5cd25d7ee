import type { PushSubscriptions } from './subscriptions.ts'
import type { Vapid } from './vapid.ts'

/** What messages to browsers need: who wants them, and how we say who we are. */
export interface Push {
  subscriptions: PushSubscriptions
  vapid: Vapid
}
