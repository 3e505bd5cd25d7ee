import { useTranslation } from 'react-i18next'
import type { FeedState, FeedStatus } from '../../../client/feed/feed.ts'
import { useFormat } from '../../i18n/format.ts'
import { useServerConnection } from '../../live/server-connection.ts'
import { useFeedStatus } from '../../live/use-feed-status.ts'
import { usePage } from '../../state/page-store.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import styles from './link-state.module.css'

const TONE: Record<FeedState, Tone> = {
  live: 'good',
  connecting: 'info',
  'source-down': 'bad',
  down: 'bad',
  'waiting-for-slot': 'warn',
  closed: 'unknown',
}
const WORD: Record<FeedState, string> = {
  live: 'link.live',
  connecting: 'link.connecting',
  'source-down': 'link.sourceDown',
  down: 'link.down',
  'waiting-for-slot': 'link.waiting',
  closed: 'link.closed',
}
const CONNECTING = '◌'
const BEST_TO_WORST: FeedState[] = ['live', 'connecting', 'waiting-for-slot', 'closed', 'source-down', 'down']

/**
 * The state of the live lines in one word, that of the worse one; each line's own in the tooltip. While the map shows the
 * past, a line that stands must not look as if the map were live.
 */
export function LinkState() {
  const { t } = useTranslation('page')
  const { utcTime } = useFormat()
  const isPast = usePage((state) => state.shownAtMs !== null)
  const { strikes, reports } = useServerConnection()
  const lightning = useFeedStatus(strikes)
  const metar = useFeedStatus(reports)
  const worst = [lightning, metar].reduce((a, b) => (rank(b) > rank(a) ? b : a))
  const line = (name: string, status: FeedStatus) =>
    t('link.detail', { feed: t(name), state: t(WORD[status.state]), since: utcTime(status.sinceMs, true) })
  const isBeneath = isPast && worst.state === 'live'
  return (
    <output
      className={styles.link}
      data-widest={`${CONNECTING} ${t('link.connecting')}`}
      aria-label={t('link.label')}
      title={`${line('link.lightning', lightning)}\n${line('link.metar', metar)}`}
    >
      <Badge tone={isBeneath ? 'info' : TONE[worst.state]}>
        <span aria-hidden="true">{worst.state === 'live' ? '●' : worst.state === 'connecting' ? CONNECTING : '▲'}</span>
        {t(isBeneath ? 'link.beneath' : WORD[worst.state])}
      </Badge>
    </output>
  )
}

function rank(status: FeedStatus): number {
  return BEST_TO_WORST.indexOf(status.state)
}
