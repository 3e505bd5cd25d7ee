import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LocationErrorNote } from '../../../airport/location-error-note.tsx'
import { Button } from '../../../ui/button.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import styles from '../board.module.css'
import { BoardFrame } from '../board-frame.tsx'
import { ReportChecks } from './report-checks.tsx'
import { Scoreboard } from './scoreboard.tsx'

/** How good forecasts and reports turned out, as a page of the board. */
export default function ScoresPage({ onBack }: { onBack(): void }) {
  const { t } = useTranslation('scores')
  const { t: checks } = useTranslation('checks')
  const [shown, setShown] = useState<'forecasts' | 'reports'>('forecasts')
  const board = useTranslation('board').t
  const head = useRef<HTMLDivElement>(null)
  useEffect(() => head.current?.querySelector('button')?.focus(), [])
  return (
    <BoardFrame title={t('title')}>
      <div ref={head} className={styles.controls}>
        <Button onClick={onBack}>{board('title')}</Button>
        <Segmented
          label={t('shown')}
          value={shown}
          options={[
            { value: 'forecasts', label: t('forecasts') },
            { value: 'reports', label: checks('short') },
          ]}
          onChange={(value) => setShown(value)}
        />
      </div>
      <LocationErrorNote />
      {shown === 'forecasts' ? <Scoreboard /> : <ReportChecks />}
    </BoardFrame>
  )
}
