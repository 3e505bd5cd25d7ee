import { Command } from 'cmdk'
import { type RefObject, useLayoutEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addWords } from '../../i18n/add-words.ts'
import type { MapOverlay } from '../../live/overlay.ts'
import { useCommands } from '../../state/commands.ts'
import { useModal } from '../../ui/dialog/use-modal.ts'
import { useHits } from './find-hits.ts'
import { HitItem } from './hit-item.tsx'
import styles from './palette.module.css'
import { type PaletteActions, paletteGroups } from './palette-commands.ts'

addWords(import.meta.glob('../../../locales/*/comfort.json', { eager: true, import: 'default' }))

interface PaletteProps {
  overlays: readonly MapOverlay[]
  actions: PaletteActions
  /** Text typed before the palette had loaded. */
  typed: RefObject<string>
  onClose(): void
}

/** Everything that can be done, and every place that can be found, by typing. */
export default function Palette({ overlays, actions, typed, onClose }: PaletteProps) {
  const { t } = useTranslation('comfort')
  const { t: page } = useTranslation('page')
  const commands = useCommands()
  const modal = useModal(onClose)
  const [text, setText] = useState(() => typed.current)
  const { hits, goTo } = useHits(overlays, text)
  useLayoutEffect(() => {
    modal.ref.current?.querySelector('input')?.focus() // the browser would take the first thing that can have it, which is a box
  }, [modal.ref])

  const run = (command: () => void) => () => {
    onClose()
    command()
  }
  const groups = paletteGroups({ overlays, actions, commands, t, nameOf: (id) => page(`hazard.${id}`) })
  return (
    <dialog
      {...modal}
      className={styles.dialog}
      aria-label={t('palette.label')}
      // A click beside it, on the backdrop, has the dialog itself as its target. Closed any sooner, the map below would get it.
      onClick={(event) => event.target === event.currentTarget && onClose()}
      onKeyDown={(event) => {
        event.stopPropagation() // the map's keys are for the map
        if (event.key === 'Escape') onClose()
      }}
    >
      <Command className={styles.command} label={t('palette.label')} loop>
        <Command.Input
          className={styles.input}
          placeholder={t('palette.placeholder')}
          value={text}
          onValueChange={setText}
        />
        <Command.List className={styles.list} label={t('palette.label')}>
          {hits.length > 0 ? null : <Command.Empty className={styles.none}>{t('palette.none')}</Command.Empty>}
          {hits.length > 0 ? (
            <Command.Group heading={t('palette.places')} forceMount className={styles.group}>
              {hits.map((hit) => (
                <HitItem
                  key={`${hit.selection.kind}/${hit.selection.id}`}
                  hit={hit}
                  keywords={[text]}
                  className={styles.item}
                  onSelect={run(() => goTo(hit))}
                />
              ))}
            </Command.Group>
          ) : null}
          {groups.map(({ heading, commands }) => (
            <Command.Group key={heading} heading={heading} className={styles.group}>
              {commands.map(({ name, key, run: command }) => (
                <Command.Item key={name} value={name} className={styles.item} onSelect={run(command)}>
                  {name}
                  {key ? <kbd className={styles.key}>{key}</kbd> : null}
                </Command.Item>
              ))}
            </Command.Group>
          ))}
        </Command.List>
      </Command>
    </dialog>
  )
}
