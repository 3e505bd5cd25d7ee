import { Suspense, useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { Loading, Notice } from '../ui/notice.tsx'
import { Panel } from '../ui/panel.tsx'
import { OfNow } from './of-now.tsx'
import type { MapOverlay } from './overlay.ts'
import { PaperHead } from './paper-head.tsx'
import { useShell } from './shell-store.ts'
import { Survive } from './survive.tsx'

/** The panel of whatever is selected, brought by the overlay it belongs to. */
export function SelectionPanel({ overlays }: { overlays: readonly MapOverlay[] }) {
  const { t } = useTranslation('shell')
  const selection = useShell((state) => state.selection)
  const select = useShell((state) => state.select)
  const close = useCallback(() => select(null), [select])
  const owner = overlays.find((overlay) => overlay.selection?.kind === selection?.kind)?.selection
  if (!selection || !owner) return null
  const { Panel: Content } = owner
  const key = `${selection.kind}/${selection.id}`
  return (
    <>
      <PaperHead />
      <OfNow words="panelOfNow" />
      <Survive
        resetKey={key}
        fallback={(retry) => (
          <Panel title={t('panelFailed')} label={t('panelFailed')} closeLabel={t('close')} onClose={close}>
            <Notice tone="bad" title={t('failedDetail')} action={{ label: t('retry'), onClick: retry }} />
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
      </Survive>
    </>
  )
}
