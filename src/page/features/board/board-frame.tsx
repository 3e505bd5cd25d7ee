import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { PaperHead } from '../../desk/paper-head.tsx'
import { useRestoreFocus } from '../../input/use-restore-focus.ts'
import { useShortcuts } from '../../input/use-shortcuts.ts'
import { usePage } from '../../state/page-store.ts'
import { Panel } from '../../ui/panel.tsx'
import styles from './board.module.css'

/** A page of the board over the map: closed by its button, and by Escape from inside and outside. */
export function BoardFrame({ title, above, children }: { title: string; above?: ReactNode; children: ReactNode }) {
  const { t } = useTranslation('board')
  const isBeside = usePage((state) => state.selection !== null)
  const cover = useRef<HTMLDivElement>(null)
  const close = () => usePage.getState().setBoard({ open: false })

  useRestoreFocus(cover)
  useShortcuts({ escape: close }) // from outside, when the selection is cleared

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    event.nativeEvent.stopImmediatePropagation()
    close()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes from wherever inside the focus is
    <div
      ref={cover}
      className={styles.cover}
      data-part
      data-cover="whole"
      data-beside={isBeside || undefined}
      onKeyDown={onKeyDown}
    >
      <PaperHead />
      {above}
      <Panel title={title} label={title} closeLabel={t('close')} onClose={close}>
        {children}
      </Panel>
    </div>
  )
}
