import { Suspense, useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBoundary } from '../../live/error-boundary.tsx'
import type { MapOverlay } from '../../live/overlay.ts'
import { usePickedHere } from '../../map/picking/map-pick.ts'
import { usePage } from '../../state/page-store.ts'
import type { Selection } from '../../state/selection.ts'
import { Loading, Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { LiveOnlyNotice } from '../live-only-notice.tsx'
import { PaperHead } from '../paper-head.tsx'
import styles from './also-here.module.css'

const isSame = (a: Selection | null, b: Selection) => a?.kind === b.kind && a.id === b.id
export function SelectionPanel({ overlays }: { overlays: readonly MapOverlay[] }) {
  const { t } = useTranslation('page')
  const selection = usePage((state) => state.selection)
  const select = usePage((state) => state.select)
  const close = useCallback(() => select(null), [select])
  const owner = overlays.find((overlay) => overlay.selection?.kind === selection?.kind)?.selection
  if (!selection || !owner) return null
  const { Panel: Content, followsTime } = owner
  const key = `${selection.kind}/${selection.id}`
  return (
    <>
      <PaperHead />
      <AlsoHere overlays={overlays} />
      {followsTime ? null : <LiveOnlyNotice words="panelOfNow" />}
      <ErrorBoundary
        resetKey={key}
        fallback={(retry, reason) => (
          <Panel title={t('panelFailed')} label={t('panelFailed')} closeLabel={t('close')} onClose={close}>
            <Notice
              tone="bad"
              title={t('failedDetail')}
              detail={reason}
              action={{ label: t('retry'), onClick: retry }}
            />
          </Panel>
        )}
      >
        <Suspense
          fallback={
            <Panel title={t('loading')} label={t('loading')} closeLabel={t('close')} onClose={close}>
              <Loading label={t('loading')} lines={8} />
            </Panel>
          }
        >
          <Content key={key} id={selection.id} onClose={close} />
        </Suspense>
      </ErrorBoundary>
    </>
  )
}

/** Lists all marks under a click if there were several. */
function AlsoHere({ overlays }: { overlays: readonly MapOverlay[] }) {
  const { t } = useTranslation('page')
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
            {owner ? t(`hazard.${owner.id}`) : kind} {detail ? <b>{detail}</b> : null}
          </button>
        )
      })}
    </nav>
  )
}
