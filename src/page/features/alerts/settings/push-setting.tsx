import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pushDevice } from '../../../live/alarms/push-device.ts'
import { useServerConnection } from '../../../live/server-connection.ts'
import { usePage } from '../../../state/page-store.ts'
import { Button } from '../../../ui/button.tsx'
import styles from '../alerts.module.css'
import { endPush, type PushAccess, type PushState, pushStateOf, startPush } from './push.ts'

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
