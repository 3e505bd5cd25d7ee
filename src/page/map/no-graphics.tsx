import { useTranslation } from 'react-i18next'
import { addWords } from '../i18n/add-words.ts'
import { Notice } from '../ui/notice.tsx'
import styles from './map-stage.module.css'

const strings = {
  en: {
    title: 'The map can’t be drawn here',
    detail:
      'This browser or its graphics driver gives no WebGL 2. Lists, hold timers, board and alerts go on without it.',
  },
  zh: {
    title: '此处无法绘制地图',
    detail: '此浏览器或显卡驱动不提供 WebGL 2。列表、停工计时、机场总览和告警照常运行。',
  },
}
addWords('noGraphics', strings)

/** In place of the map, where the browser can draw none. */
export default function NoGraphics() {
  const { t } = useTranslation('noGraphics')
  return (
    <div className={styles.refusal}>
      <Notice tone="bad" title={t('title')} detail={t('detail')} />
    </div>
  )
}
