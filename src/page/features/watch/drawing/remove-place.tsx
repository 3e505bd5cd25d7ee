import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addWords } from '../../../i18n/add-words.ts'
import { refreshPlaces } from '../../../live/places/fill-places.ts'
import { useServerConnection } from '../../../live/server-connection.ts'
import { usePage } from '../../../state/page-store.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useRights } from '../use-log.ts'
import styles from '../watch.module.css'
import { drawingStrings } from './drawing-strings.ts'

addWords('places-drawn', drawingStrings)

/** Takes a drawn place away, once that is confirmed; shown to who may. The server refuses it for places of its file. */
export function RemovePlace({ id }: { id: string }) {
  const { t } = useTranslation('places-drawn')
  const { watch } = useServerConnection()
  const rights = useRights()
  const [asked, setAsked] = useState(false)
  const [isRefused, setRefused] = useState(false)
  if (rights?.configure !== null) return null

  async function remove() {
    const access = await watch!()
    await access.removePlace(id)
    refreshPlaces()
    usePage.getState().select(null)
  }

  return (
    <div className={styles.buttons}>
      {asked ? (
        <>
          <Button onClick={() => void remove().catch(() => setRefused(true))}>{t('removeSure')}</Button>
          <Button onClick={() => setAsked(false)}>{t('keep')}</Button>
        </>
      ) : (
        <Button onClick={() => setAsked(true)}>{t('remove')}</Button>
      )}
      {isRefused ? <Notice tone="warn" title={t('notRemoved')} detail={t('notRemovedDetail')} /> : null}
    </div>
  )
}
