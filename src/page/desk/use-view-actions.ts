import { useTranslation } from 'react-i18next'
import { positionText } from '../../core/util/format.ts'
import { addWords } from '../i18n/add-words.ts'
import { useFormat } from '../i18n/format.ts'
import { useServerConnection } from '../live/server-connection.ts'
import { keptStorage } from '../state/browser-storage.ts'
import { usePage } from '../state/page-store.ts'
import { saveView } from '../state/saved-views.ts'
import { WALL_DEFAULT } from '../state/wall-settings.ts'
import { useSaid } from '../ui/part/use-said.ts'
import { copyLink } from './copy-link.ts'

addWords(import.meta.glob('../../locales/*/comfort.json', { eager: true, import: 'default' }))

const SAID_MS = 2_500

export type ViewActions = ReturnType<typeof useViewActions>

export function useViewActions() {
  const { t } = useTranslation('page')
  const { t: comfort } = useTranslation('comfort')
  const { clock } = useServerConnection()
  const { utcTime } = useFormat()
  const [said, setSaid] = useSaid(SAID_MS)

  const momentSaid = (atMs: number) => comfort('momentCopied', { time: utcTime(atMs, true) })
  // States whether a link shows the present moment or the time of its opening.
  const linkSaid = () => {
    const { shownAtMs } = usePage.getState()
    return shownAtMs === null ? comfort('liveCopied') : momentSaid(shownAtMs)
  }
  return {
    /** Result of the last action, shown for a moment; else null. */
    said,
    share(): void {
      void copyLink().then((copied) => setSaid(copied ? linkSaid() : t('copyFailed')))
    },
    shareMoment(): void {
      const atMs = usePage.getState().shownAtMs ?? clock.now()
      void copyLink(atMs).then((copied) => setSaid(copied ? momentSaid(atMs) : t('copyFailed')))
    },
    keepView(): void {
      const { view } = usePage.getState()
      const name = positionText(view.lat, view.lon, 1)
      saveView(keptStorage(), { name, view })
      setSaid(comfort('saved', { name }))
    },
    toWall(): void {
      const { view, setWall } = usePage.getState()
      setWall({ ...WALL_DEFAULT, home: view })
    },
  }
}
