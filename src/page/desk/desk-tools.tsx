import { Command, Ellipsis, Globe, House, Layers, Link, Minus, Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addWords } from '../i18n/add-words.ts'
import { useMedia } from '../input/use-media.ts'
import { DeskSlot } from '../live/desk-slot.tsx'
import { useCamera } from '../map/camera/camera.ts'
import { homeView } from '../map/camera/home-view.ts'
import { NARROW, SHORT } from '../state/narrow.ts'
import { usePage } from '../state/page-store.ts'
import { IconButton } from '../ui/button.tsx'
import styles from './desk.module.css'

addWords(import.meta.glob('../../locales/*/comfort.json', { eager: true, import: 'default' }))

interface DeskToolsProps {
  layersOpen: boolean
  /** Result of the last action; null if there is none. */
  said: string | null
  onLayersOpen(): void
  onShare(): void
  onPaletteOpen(): void
}

/**
 * The buttons at the right of the map: its view, buttons of desk components, and commands. On a phone a further button
 * shows the less urgent ones.
 */
export function DeskTools({ layersOpen, said, onLayersOpen, onShare, onPaletteOpen }: DeskToolsProps) {
  const { t } = useTranslation('page')
  const { t: comfort } = useTranslation('comfort')
  const camera = useCamera()
  const globe = usePage((state) => state.projection === 'globe')

  const isUpright = useMedia(NARROW)
  const isOnItsSide = useMedia(SHORT)
  const isPhone = isUpright || isOnItsSide
  const [showsAll, setShowsAll] = useState(false)

  const zoomBy = (step: number) => {
    const { view } = usePage.getState()
    camera.flyTo({ ...view, zoom: Math.max(1, Math.min(18, view.zoom + step)) })
  }

  const zooms = (
    <>
      <IconButton label={t('zoomIn')} icon={<Plus size={16} />} onClick={() => zoomBy(1)} />
      <IconButton label={t('zoomOut')} icon={<Minus size={16} />} onClick={() => zoomBy(-1)} />
    </>
  )
  const commands = <IconButton label={comfort('open')} icon={<Command size={16} />} onClick={onPaletteOpen} />

  return (
    <>
      {layersOpen ? null : <IconButton label={t('showLayers')} icon={<Layers size={16} />} onClick={onLayersOpen} />}
      {isPhone ? null : zooms}
      <span className={styles.roomy}>
        <IconButton label={t('home')} icon={<House size={16} />} onClick={() => camera.flyTo(homeView())} />
        <IconButton
          label={t('globe')}
          icon={<Globe size={16} />}
          pressed={globe}
          onClick={() => usePage.getState().setProjection(globe ? 'mercator' : 'globe')}
        />
        <IconButton label={t('copyLink')} icon={<Link size={16} />} onClick={onShare} />
      </span>
      <DeskSlot place="Tool" />
      {isPhone ? (
        <div data-all={showsAll || undefined}>
          <IconButton
            label={comfort('more')}
            icon={<Ellipsis size={16} />}
            pressed={showsAll}
            onClick={() => setShowsAll(!showsAll)}
          />
        </div>
      ) : null}
      {isPhone && showsAll ? zooms : null}
      {isPhone && !showsAll ? null : commands}
      <output className={styles.said} data-empty={!said || undefined}>
        {said}
      </output>
    </>
  )
}
