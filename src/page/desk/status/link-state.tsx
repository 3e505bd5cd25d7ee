import { useTranslation } from 'react-i18next'
import { addWords } from '../../i18n/add-words.ts'
import { useFormat } from '../../i18n/format.ts'
import type { LineKind, LineState } from '../../live/line-watch.ts'
import { useLightningLine, useReportLine } from '../../live/use-line-state.ts'
import { usePage } from '../../state/page-store.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import styles from './link-state.module.css'

addWords(import.meta.glob('../../../locales/*/link.json', { eager: true, import: 'default' }))

const TONE: Record<LineKind, Tone> = {
  live: 'good',
  connecting: 'info',
  silent: 'bad',
  'source-down': 'bad',
  down: 'bad',
  'waiting-for-slot': 'warn',
  closed: 'unknown',
}
const WORD: Record<LineKind, string> = {
  live: 'live',
  connecting: 'connecting',
  silent: 'silent',
  'source-down': 'sourceDown',
  down: 'down',
  'waiting-for-slot': 'waiting',
  closed: 'closed',
}
const CONNECTING = '◌'
const BEST_TO_WORST: LineKind[] = ['live', 'connecting', 'waiting-for-slot', 'closed', 'silent', 'source-down', 'down']

/**
 * The state of the worse live feed in one word; each feed's state in the tooltip. While the map shows the past, a live
 * feed must not make the map look live.
 */
export function LinkState() {
  const { t } = useTranslation('link')
  const { utcTime } = useFormat()
  const isPast = usePage((state) => state.shownAtMs !== null)
  const lightning = useLightningLine()
  const metar = useReportLine()
  const worst = [lightning, metar].reduce((a, b) => (rank(b) > rank(a) ? b : a))
  const line = (name: string, { kind, sinceMs }: LineState) =>
    t('detail', { feed: t(name), state: t(WORD[kind]), since: utcTime(sinceMs, true) })
  const isBeneath = isPast && worst.kind === 'live'
  return (
    <output
      className={styles.link}
      data-widest={`${CONNECTING} ${t('connecting')}`}
      aria-label={t('label')}
      title={`${line('lightning', lightning)}\n${line('metar', metar)}`}
    >
      <Badge tone={isBeneath ? 'info' : TONE[worst.kind]}>
        <span aria-hidden="true">{worst.kind === 'live' ? '●' : worst.kind === 'connecting' ? CONNECTING : '▲'}</span>
        {t(isBeneath ? 'beneath' : WORD[worst.kind])}
      </Badge>
    </output>
  )
}

function rank({ kind }: LineState): number {
  return BEST_TO_WORST.indexOf(kind)
}
