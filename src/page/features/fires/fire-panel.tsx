import { useTranslation } from 'react-i18next'
import { positionText } from '../../../core/util/format.ts'
import { useFormat } from '../../i18n/format.ts'
import type { PanelProps } from '../../live/overlay.ts'
import { useNow } from '../../live/time/use-now.ts'
import { useFocusFromUrl } from '../../map/camera/use-focus-from-url.ts'
import { usePage } from '../../state/page-store.ts'
import { Button } from '../../ui/button.tsx'
import { Loading, Notice } from '../../ui/notice.tsx'
import { Panel, Section } from '../../ui/panel.tsx'
import { useCopy } from '../../ui/part/use-said.ts'
import { Stat, StatGrid } from '../../ui/stat.tsx'
import { FireSurroundings } from './fire-surroundings.tsx'
import styles from './fires.module.css'
import { useFires } from './use-fires.ts'
import './words.ts'

export default function FirePanel({ id, onClose }: PanelProps) {
  const { t } = useTranslation('fires')
  const { t: page } = useTranslation('page')
  const format = useFormat()
  const now = useNow()
  const isOn = usePage((state) => state.overlaysOn.includes('fires'))
  const { fires, asked, loaded, failed } = useFires()
  const fire = fires.find((each) => each.id === id)
  useFocusFromUrl(fire, null) // it is found in the view alone
  const frame = { title: t('title'), label: t('title'), closeLabel: page('close'), onClose }
  if (!fire) {
    const loading = asked.filter((cell) => !loaded.includes(cell)).length
    return (
      <Panel {...frame}>
        {isOn && !failed && loading > 0 ? (
          <Loading label={t('loading', { count: loading })} lines={4} />
        ) : (
          <Notice tone="warn" title={t('gone')} detail={t('goneDetail')} />
        )}
      </Panel>
    )
  }
  const position = positionText(fire.lat, fire.lon, 4)
  return (
    <Panel {...frame} subtitle={t('caution')}>
      <StatGrid>
        <Stat
          label={t('detectedAt')}
          value={format.utcDateTime(fire.detectedAtMs)}
          note={`${format.zoneTime(fire.detectedAtMs)} · ${t('ago', { age: format.age(now - fire.detectedAtMs) })}`}
        />
        <Stat label={t('position')} value={position} />
      </StatGrid>
      <p className={styles.note}>{t('pixel')}</p>
      <FireSurroundings fire={fire} />
      <Section
        title={t('id')}
        note={<CopyButton text={`${position} ${format.utcDateTime(fire.detectedAtMs)} ${fire.id}`} />}
      >
        <p className={styles.id}>{fire.id}</p>
      </Section>
    </Panel>
  )
}

function CopyButton({ text }: { text: string }) {
  const { t } = useTranslation('fires')
  const { said, copy } = useCopy(text)
  return <Button onClick={copy}>{t(said === 'copied' ? 'copied' : 'copy')}</Button>
}
