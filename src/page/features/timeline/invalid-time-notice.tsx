import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../i18n/format.ts'
import { useServerConnection } from '../../live/server-connection.ts'
import { usePage } from '../../state/page-store.ts'
import { Notice } from '../../ui/notice.tsx'
import { type InvalidTimeLink, invalidTimeLink } from './invalid-time-link.ts'

/** Explains why the moment of a link cannot be shown, as more than `reachMs` ago; the map shows the present instead. */
export function InvalidTimeNotice({ reachMs }: { reachMs: number }) {
  const { t } = useTranslation('timeline')
  const { utcDateTime } = useFormat()
  const { clock } = useServerConnection()
  const [stray] = useState(() => {
    const nowMs = clock.now()
    const asked = new URLSearchParams(usePage.getState().askedQuery).get('t')
    return invalidTimeLink(asked, nowMs, nowMs - reachMs)
  })
  const [wanted, setWanted] = useState(stray !== null)
  useEffect(() => {
    if (stray) usePage.getState().showAt(null)
  }, [stray])
  if (!stray || !wanted) return null
  const title = (stray: InvalidTimeLink) => {
    switch (stray.kind) {
      case 'unreadable':
        return t('stray.unreadable', { text: stray.text })
      case 'future':
        return t('stray.future', { time: utcDateTime(stray.atMs) })
      case 'before':
        return t('stray.before', { time: utcDateTime(stray.atMs), oldest: utcDateTime(stray.oldestMs) })
    }
  }
  return (
    <Notice
      tone="warn"
      title={title(stray)}
      detail={t('stray.detail')}
      action={{ label: t('stray.ok'), onClick: () => setWanted(false) }}
    />
  )
}
