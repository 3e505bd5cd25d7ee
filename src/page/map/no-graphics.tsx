import { useTranslation } from 'react-i18next'
import { addWords } from '../i18n/add-words.ts'
import { Notice } from '../ui/notice.tsx'
import styles from './map-stage.module.css'

const strings = {
  en: {
    title: 'The map can’t be drawn here',
    detail:
      'This browser or its graphics driver gives no WebGL 2. Lists, hold timers, board and alerts go on without it.',
    silent: 'The map does not respond',
    silentDetail:
      'Ground, airports and other marks may be missing. It is started again. Lists, hold timers, board and alerts go on.',
  },
  zh: {
    title: '此处无法绘制地图',
    detail: '此浏览器或显卡驱动不提供 WebGL 2。列表、无闪电计时、机场总览和告警照常运行。',
    silent: '地图无响应',
    silentDetail: '底图、机场等标记可能缺失，正在重新启动。列表、计时、机场总览和告警照常运行。',
  },
}
addWords('noGraphics', strings)

/** Replaces the map in browsers without graphics; or is shown above one with unresponsive workers. */
export default function NoGraphics({ why = 'refused' }: { why?: 'refused' | 'silent' }) {
  const { t } = useTranslation('noGraphics')
  return (
    <div className={styles.refusal}>
      <Notice
        tone="bad"
        title={t(why === 'silent' ? 'silent' : 'title')}
        detail={t(why === 'silent' ? 'silentDetail' : 'detail')}
      />
    </div>
  )
}
