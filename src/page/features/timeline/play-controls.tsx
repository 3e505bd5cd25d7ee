import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { PLAY_SPEEDS, type PlaySpeed, usePage } from '../../state/page-store.ts'
import { IconButton } from '../../ui/button.tsx'
import styles from './timeline.module.css'
import type { TimeControl } from './use-time-control.ts'

/** Play and pause, a step each way, and how fast. */
export function PlayControls({ control }: { control: TimeControl }) {
  const { t } = useTranslation('timeline')
  const playing = usePage((state) => state.playing)
  const isLive = usePage((state) => state.shownAtMs === null)
  const windowMinutes = usePage((state) => state.windowMinutes)
  const speed = usePage((state) => state.playSpeed)
  const setSpeed = usePage((state) => state.setPlaySpeed)
  const label = isLive ? t('replay', { minutes: windowMinutes }) : t(playing ? 'pause' : 'play')
  return (
    <div className={styles.controls}>
      <IconButton label={t('back')} icon={<ChevronLeft size={16} />} onClick={() => control.step(-1)} />
      <IconButton label={label} icon={playing ? <Pause size={16} /> : <Play size={16} />} onClick={control.toggle} />
      <IconButton label={t('forward')} icon={<ChevronRight size={16} />} onClick={() => control.step(1)} />
      <select
        className={styles.select}
        aria-label={t('speed')}
        value={speed}
        onChange={(event) => setSpeed(Number(event.target.value) as PlaySpeed)}
      >
        {PLAY_SPEEDS.map((each) => (
          <option key={each} value={each}>
            {t('times', { speed: each })}
          </option>
        ))}
      </select>
    </div>
  )
}
