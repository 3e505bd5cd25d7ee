import type { WatchAccess } from '../../../client/watch/watch-access.ts'
import type { Lang } from '../../state/view.ts'

/** What a browser has for push messages. */
export type PushDevice = Pick<PushManager, 'subscribe' | 'getSubscription'>

/** Null where a browser has nothing for it. */
export async function pushDevice(): Promise<PushDevice | null> {
  if (!('serviceWorker' in navigator) || !('PushManager' in globalThis)) return null
  const registration = await navigator.serviceWorker.getRegistration()
  return registration?.pushManager ?? null
}

/** Tells the server of a subscription, or that it goes on: one that no page renews ends. */
export function tellOfSubscription(
  subscription: PushSubscription,
  access: Pick<WatchAccess, 'subscribePush'>,
  lang: Lang,
): Promise<void> {
  const { endpoint, keys } = subscription.toJSON()
  const { p256dh = '', auth = '' } = keys ?? {}
  return access.subscribePush({ endpoint: endpoint ?? '', keys: { p256dh, auth }, lang })
}

/** As the page opens: where this device is subscribed, the server is told again, by the sign-in that there is now. */
export async function renewPush(access: Pick<WatchAccess, 'subscribePush'>, lang: Lang): Promise<void> {
  const subscription = await (await pushDevice())?.getSubscription()
  if (subscription) await tellOfSubscription(subscription, access, lang)
}

/** Ends it in the browser; the server has ended it with the sign-in. */
export async function endPushHere(): Promise<void> {
  await (await (await pushDevice())?.getSubscription())?.unsubscribe()
}
