import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addWords } from '../../../i18n/add-words.ts'
import { useRights } from '../../../live/alarms/use-watch-query.ts'
import { refreshPlaces } from '../../../live/places/fill-places.ts'
import type { ShapedPlace } from '../../../live/places/place-store.ts'
import { useServerConnection } from '../../../live/server-connection.ts'
import { useSettled } from '../../../live/time/use-settled.ts'
import { usePage } from '../../../state/page-store.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useLog } from '../log-store.ts'
import styles from '../watch.module.css'
import { useDrawing } from './drawing-store.ts'

addWords(import.meta.glob('../../../../locales/*/places-drawn.json', { eager: true, import: 'default' }))

/**
 * Edits a drawn place, or deletes it after confirmation, with permission; places of the server's file are read-only.
 */
export function ChangePlace({ place }: { place: ShapedPlace }) {
  const { t } = useTranslation('places-drawn')
  const { watch } = useServerConnection()
  const rights = useRights()
  const [asked, setAsked] = useState(false)
  const [isRefused, setRefused] = useState(false)
  // The second click of a double click must not delete.
  const isSettled = useSettled(String(asked))
  if (rights?.configure !== null) return null
  if (!place.isDrawn) return <p className={styles.faint}>{t('notHere')}</p>

  async function remove() {
    const access = await watch!()
    await access.removePlace(place.id)
    refreshPlaces()
    usePage.getState().select(null)
  }

  function change() {
    useDrawing.getState().change(place)
    useLog.getState().show('places')
  }

  return (
    <div className={styles.buttons}>
      <Button onClick={change}>{t('change')}</Button>
      {asked ? (
        <>
          <Button waits={!isSettled} onClick={() => void remove().catch(() => setRefused(true))}>
            {t('removeSure')}
          </Button>
          <Button onClick={() => setAsked(false)}>{t('keep')}</Button>
        </>
      ) : (
        <Button onClick={() => setAsked(true)}>{t('remove')}</Button>
      )}
      {isRefused ? <Notice tone="warn" title={t('notRemoved')} detail={t('notRemovedDetail')} /> : null}
    </div>
  )
}
