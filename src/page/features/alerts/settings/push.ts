import type { WatchAccess } from '../../../../client/watch/watch-access.ts'
import type { Lang } from '../../../../locales/languages.ts'
import { type PushDevice, registerSubscription } from '../../../live/alarms/push-device.ts'
import { askToNotify } from '../tell-alerts.ts'

export type PushAccess = Pick<WatchAccess, 'pushKey' | 'subscribePush' | 'unsubscribePush'>

/**
 * State of push messages on a device. `unable`: unsupported by this browser at this address. `denied`: blocked by the
 * person or the browser. `unreached`: the browser's push service does not respond. `refused`: our server rejected the
 * subscription.
 */
export type PushState = 'off' | 'on' | 'unable' | 'denied' | 'unreached' | 'refused'

/** Whether this device is subscribed; if so, renews it at the server with the present language. */
export async function pushStateOf(manager: PushDevice | null, access: PushAccess, lang: Lang): Promise<PushState> {
  if (!manager) return 'unable'
  const subscription = await manager.getSubscription()
  return subscription ? tell(subscription, access, lang) : 'off'
}

/** Subscribes this device; only on a click, since the browser may ask the person. */
export async function startPush(
  manager: PushDevice | null,
  access: PushAccess,
  key: string,
  lang: Lang,
): Promise<PushState> {
  if (!manager) return 'unable'
  if (!(await askToNotify())) return 'denied'
  const applicationServerKey = Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (c) =>
    c.charCodeAt(0),
  )
  try {
    // A subscription with another key would block ours.
    await (await manager.getSubscription())?.unsubscribe()
    return await tell(await manager.subscribe({ userVisibleOnly: true, applicationServerKey }), access, lang)
  } catch {
    return 'unreached'
  }
}

/** Ends the subscription in the browser, regardless of the server's response: no further messages arrive. */
export async function endPush(manager: PushDevice | null, access: PushAccess): Promise<PushState> {
  const subscription = await manager?.getSubscription()
  if (!subscription) return 'off'
  await access.unsubscribePush(subscription.endpoint).catch(() => {})
  await subscription.unsubscribe()
  return 'off'
}

function tell(subscription: PushSubscription, access: PushAccess, lang: Lang): Promise<PushState> {
  return registerSubscription(subscription, access, lang).then(
    () => 'on' as const,
    () => 'refused' as const,
  )
}
