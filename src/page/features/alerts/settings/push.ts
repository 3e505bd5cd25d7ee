import type { WatchAccess } from '../../../../client/watch/watch-access.ts'
import { type PushDevice, tellOfSubscription } from '../../../live/alarms/push-device.ts'
import type { Lang } from '../../../state/view.ts'
import { askToNotify } from '../tell-alerts.ts'

export type PushAccess = Pick<WatchAccess, 'pushKey' | 'subscribePush' | 'unsubscribePush'>

/**
 * How a device stands with push messages. `unable`: this browser has none at this address. `denied`: the person, or the browser,
 * lets this page notify nobody. `unreached`: the push service of the browser does not answer. `refused`: our server took nothing.
 */
export type PushState = 'off' | 'on' | 'unable' | 'denied' | 'unreached' | 'refused'

/** Whether this device is subscribed; where it is, the server is told again, and in which language the page is now. */
export async function pushStands(manager: PushDevice | null, access: PushAccess, lang: Lang): Promise<PushState> {
  if (!manager) return 'unable'
  const subscription = await manager.getSubscription()
  return subscription ? tell(subscription, access, lang) : 'off'
}

/** Subscribes this device; only ever on a click, since the browser may ask the person. */
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
    // One of another key would stand in the way of ours.
    await (await manager.getSubscription())?.unsubscribe()
    return await tell(await manager.subscribe({ userVisibleOnly: true, applicationServerKey }), access, lang)
  } catch {
    return 'unreached'
  }
}

/** Ends it at the browser, whatever the server says: nothing comes here any more. */
export async function endPush(manager: PushDevice | null, access: PushAccess): Promise<PushState> {
  const subscription = await manager?.getSubscription()
  if (!subscription) return 'off'
  await access.unsubscribePush(subscription.endpoint).catch(() => {})
  await subscription.unsubscribe()
  return 'off'
}

function tell(subscription: PushSubscription, access: PushAccess, lang: Lang): Promise<PushState> {
  return tellOfSubscription(subscription, access, lang).then(
    () => 'on' as const,
    () => 'refused' as const,
  )
}
