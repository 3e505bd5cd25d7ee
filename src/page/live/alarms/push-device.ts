import type { WatchAccess } from '../../../client/watch/watch-access.ts'
import type { Lang } from '../../../locales/languages.ts'

export type PushDevice = Pick<PushManager, 'subscribe' | 'getSubscription'>

/** Null on browsers without support. */
export async function pushDevice(): Promise<PushDevice | null> {
  if (!('serviceWorker' in navigator) || !('PushManager' in globalThis)) return null
  const registration = await navigator.serviceWorker.getRegistration()
  return registration?.pushManager ?? null
}

/** Registers or renews a subscription at the server; without renewal by a page it expires. */
export function registerSubscription(
  subscription: PushSubscription,
  access: Pick<WatchAccess, 'subscribePush'>,
  lang: Lang,
): Promise<void> {
  const { endpoint, keys } = subscription.toJSON()
  const { p256dh = '', auth = '' } = keys ?? {}
  return access.subscribePush({ endpoint: endpoint ?? '', keys: { p256dh, auth }, lang })
}

/** On page load: renews the subscription of this device under the present sign-in. */
export async function renewPush(access: Pick<WatchAccess, 'subscribePush'>, lang: Lang): Promise<void> {
  const subscription = await (await pushDevice())?.getSubscription()
  if (subscription) await registerSubscription(subscription, access, lang)
}

/** Ends it in the browser; the server has ended it with the sign-in. */
export async function endPushHere(): Promise<void> {
  await (await (await pushDevice())?.getSubscription())?.unsubscribe()
}
