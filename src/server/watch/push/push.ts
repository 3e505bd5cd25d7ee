import type { PushSubscriptions } from './subscriptions.ts'
import type { Vapid } from './vapid.ts'

/** Web push: subscriptions, and the VAPID identity. */
export interface Push {
  subscriptions: PushSubscriptions
  vapid: Vapid
}
