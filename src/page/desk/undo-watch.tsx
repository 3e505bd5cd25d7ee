import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { localName } from '../../locales/local-name.ts'
import { addWords } from '../i18n/add-words.ts'
import { usePlaces } from '../live/places/place-store.ts'
import { useServerConnection } from '../live/server-connection.ts'
import { usePage } from '../state/page-store.ts'
import { IconButton } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import styles from './undo-watch.module.css'

addWords(import.meta.glob('../../locales/*/comfort.json', { eager: true, import: 'default' }))

/** How long a change can be undone. */
const SHOWN_MS = 30_000

/** Reports that an airport or place was pinned or unpinned, with undo. */
export function UndoWatch() {
  const { t } = useTranslation('comfort')
  const { t: page } = useTranslation('page')
  const { clock } = useServerConnection()
  const { undoWatchChange, forgetWatchChange } = usePage.getState()
  const lang = usePage((state) => state.lang)
  const change = usePage((state) => state.watchChange)
  const place = usePlaces(({ byId }) => (change ? byId.get(change.id) : undefined))
  useEffect(() => {
    if (change) return clock.after(SHOWN_MS, forgetWatchChange)
  }, [change, clock, forgetWatchChange])
  if (!change) return null
  const name = place ? localName(place, lang) : change.id
  return (
    <div className={styles.undo}>
      <Notice
        tone="info"
        title={t(change.isAdded ? 'undo.added' : 'undo.removed', { name })}
        action={{ label: t('undo.undo'), onClick: undoWatchChange }}
      />
      <IconButton label={page('close')} icon="×" onClick={forgetWatchChange} />
    </div>
  )
}
