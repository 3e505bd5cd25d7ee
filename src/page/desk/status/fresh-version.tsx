import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MINUTE_MS } from '../../../core/time/durations.ts'
import { addWords } from '../../i18n/add-words.ts'
import { useServerConnection } from '../../live/server-connection.ts'
import { createServerWatch } from '../../live/server-watch.ts'
import { Notice } from '../../ui/notice.tsx'

addWords(import.meta.glob('../../../locales/*/comfort.json', { eager: true, import: 'default' }))

/** On a desk a new version waits for the user's confirmation. */
const LOOK_EVERY_MS = MINUTE_MS

export function FreshVersion() {
  const { t } = useTranslation('comfort')
  const { clock, checkServer } = useServerConnection()
  const [fresh, setFresh] = useState(false)
  useEffect(() => {
    const watch = createServerWatch({ clock, check: checkServer, everyMs: () => LOOK_EVERY_MS })
    watch.subscribe((sight) => {
      if (sight.kind !== 'unreachable') setFresh(sight.kind === 'changed')
    })
    return watch.close
  }, [clock, checkServer])
  if (!fresh) return null
  return (
    <Notice
      tone="info"
      title={t('fresh.title')}
      detail={t('fresh.detail')}
      action={{ label: t('fresh.reload'), onClick: () => location.reload() }}
    />
  )
}
