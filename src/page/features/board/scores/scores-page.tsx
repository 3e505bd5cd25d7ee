import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useWords } from '../../../i18n/use-words.ts'
import { Button } from '../../../ui/button.tsx'
import styles from '../board.module.css'
import { BoardFrame } from '../board-frame.tsx'
import { Scoreboard } from './scoreboard.tsx'
import { scoresStrings } from './scores-strings.ts'

/** The scoreboard, as a page of the board. */
export default function ScoresPage({ onBack }: { onBack(): void }) {
  const t = useWords('scores', scoresStrings)
  const board = useTranslation('board').t
  const head = useRef<HTMLParagraphElement>(null)
  useEffect(() => head.current?.querySelector('button')?.focus(), [])
  return (
    <BoardFrame title={t('title')}>
      <p ref={head} className={styles.controls}>
        <Button onClick={onBack}>{board('title')}</Button>
      </p>
      <Scoreboard />
    </BoardFrame>
  )
}
