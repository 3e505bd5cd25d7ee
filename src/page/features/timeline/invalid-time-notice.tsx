import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../shell/format.ts'
import { useShell } from '../../shell/shell-store.ts'
import { useNow } from '../../shell/use-now.ts'
import { Notice } from '../../ui/notice.tsx'
import { type StrayMoment, strayMoment } from './stray-moment.ts'

/** Says what is wrong with the moment of a link that can't be shown; the map shows the present instead. */
export function StrayNotice({ oldestMs }: { oldestMs: number }) {
  const { t } = useTranslation('timeline')
  const { utcDateTime } = useFormat()
  const nowMs = useNow()
  const [stray] = useState(() => strayMoment(useShell.getState().askedMoment, nowMs, oldestMs))
  const [wanted, setWanted] = useState(stray !== null)
  useEffect(() => {
    if (stray) useShell.getState().showAt(null)
  }, [stray])
  if (!stray || !wanted) return null
  const title = (stray: StrayMoment) => {
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
