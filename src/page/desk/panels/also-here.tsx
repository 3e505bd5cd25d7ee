import { useTranslation } from 'react-i18next'
import type { MapOverlay } from '../../live/overlay.ts'
import { usePickedHere } from '../../map/picking/map-pick.ts'
import { usePage } from '../../state/page-store.ts'
import type { Selection } from '../../state/selection.ts'
import styles from './also-here.module.css'

const isSame = (a: Selection | null, b: Selection) => a?.kind === b.kind && a.id === b.id

/** Lists all marks under a click if there were several. */
export function AlsoHere({ overlays }: { overlays: readonly MapOverlay[] }) {
  const { t } = useTranslation('page')
  const { t: any } = useTranslation()
  const selection = usePage((state) => state.selection)
  const { things } = usePickedHere()
  if (!things.some((thing) => isSame(selection, thing))) return null
  return (
    <nav className={styles.here} aria-label={t('alsoHere')}>
      <span aria-hidden="true">{t('alsoHere')}</span>
      {things.map(({ kind, id, detail }) => {
        const owner = overlays.find((overlay) => overlay.selection?.kind === kind)
        return (
          <button
            key={`${kind}/${id}`}
            type="button"
            className={styles.thing}
            aria-pressed={isSame(selection, { kind, id })}
            onClick={() => usePage.getState().select({ kind, id })}
          >
            {owner ? any('name', { ns: owner.id }) : kind} {detail ? <b>{detail}</b> : null}
          </button>
        )
      })}
    </nav>
  )
}
