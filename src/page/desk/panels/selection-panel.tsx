import { Suspense, useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBoundary } from '../../live/error-boundary.tsx'
import type { MapOverlay } from '../../live/overlay.ts'
import { usePage } from '../../state/page-store.ts'
import { Loading, Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { LiveOnlyNotice } from '../live-only-notice.tsx'
import { PaperHead } from '../paper-head.tsx'
import { AlsoHere } from './also-here.tsx'

/** The panel of the selection, provided by its overlay. */
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
