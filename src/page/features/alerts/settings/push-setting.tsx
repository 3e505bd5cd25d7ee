import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { WatchAccess } from '../../../../client/watch/watch-access.ts'
import type { Lang } from '../../../../locales/languages.ts'
import { type PushDevice, pushDevice, registerSubscription } from '../../../live/alarms/push-device.ts'
import { useServerConnection } from '../../../live/server-connection.ts'
import { usePage } from '../../../state/page-store.ts'
import { Button } from '../../../ui/button.tsx'
import styles from '../alerts.module.css'
import { askToNotify } from '../tell-alerts.ts'

interface Offer {
  access: PushAccess
  key: string
}

/** Alarms on this device while the page is closed; hidden if the server has no such channel. */
export function PushSetting() {
  const { t } = useTranslation('alerts')
  const lang = usePage((page) => page.lang)
  const offer = useOffer()
  const [state, setState] = useState<PushState | 'busy' | null>(null)

  useEffect(() => {
    let isWanted = true
    const show = (stands: PushState) => isWanted && setState(stands)
    if (offer) void pushDevice().then((manager) => pushStateOf(manager, offer.access, lang).then(show))
    return () => {
      isWanted = false
    }
  }, [offer, lang])

  if (!offer || state === null) return null

  async function toggle(isOn: boolean, { access, key }: Offer) {
    setState('busy')
    const manager = await pushDevice()
    setState(await (isOn ? endPush(manager, access) : startPush(manager, access, key, lang)))
  }

  return (
    <li>
      <span>{t('push')}</span>
      {state === 'unable' ? null : (
        <Button disabled={state === 'busy'} onClick={() => void toggle(state === 'on', offer)}>
          {t(state === 'on' ? 'pushEnd' : 'pushStart')}
        </Button>
      )}
      <span className={styles.faint} role={TROUBLE.includes(state) ? 'alert' : undefined}>
        {t(state === 'busy' ? 'pushState.off' : `pushState.${state}`)}
      </span>
      <span className={styles.faint}>{t('pushNote')}</span>
    </li>
  )
}

const TROUBLE: readonly (PushState | 'busy')[] = ['denied', 'unreached', 'refused']

/** The server's push settings; null while unknown, or without push. */
function useOffer(): Offer | null {
  const { watch } = useServerConnection()
  const [offer, setOffer] = useState<Offer | null>(null)
  useEffect(() => {
    const closing = new AbortController()
    async function ask() {
      const access = await watch?.()
      const key = (await access?.pushKey(closing.signal)) ?? null
      if (access && key !== null) setOffer({ access, key })
    }
    // An unreachable server offers nothing; reopening the panel retries.
    void ask().catch(() => {})
    return () => closing.abort()
  }, [watch])
  return offer
}

type PushAccess = Pick<WatchAccess, 'pushKey' | 'subscribePush' | 'unsubscribePush'>

/**
 * State of push messages on a device. `unable`: unsupported by this browser at this address. `denied`: blocked by the
 * person or the browser. `unreached`: the browser's push service does not respond. `refused`: our server rejected the
 * subscription.
 */
type PushState = 'off' | 'on' | 'unable' | 'denied' | 'unreached' | 'refused'

/** Whether this device is subscribed; if so, renews it at the server with the present language. */
async function pushStateOf(manager: PushDevice | null, access: PushAccess, lang: Lang): Promise<PushState> {
  if (!manager) return 'unable'
  const subscription = await manager.getSubscription()
  return subscription ? tell(subscription, access, lang) : 'off'
}

/** Subscribes this device; only on a click, since the browser may ask the person. */
async function startPush(manager: PushDevice | null, access: PushAccess, key: string, lang: Lang): Promise<PushState> {
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
async function endPush(manager: PushDevice | null, access: PushAccess): Promise<PushState> {
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
