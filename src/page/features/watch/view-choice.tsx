import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { useLog, VIEWS, type View } from './log-store.ts'
import styles from './watch.module.css'

export function ViewChoice({ shown }: { shown: View }) {
  const { t } = useTranslation('watch')
  const choice = useRef<HTMLElement>(null)
  // On a phone the row scrolls: keeps the open view visible.
  useEffect(() => {
    choice.current?.querySelector('[aria-pressed="true"]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [])
  return (
    <nav ref={choice} className={`${styles.views} ${styles.sideways}`} aria-label={t('views')}>
      {VIEWS.map((view) => (
        <Button key={view} pressed={view === shown} onClick={() => useLog.getState().show(view)}>
          {t(`view.${view}`)}
        </Button>
      ))}
    </nav>
  )
}
