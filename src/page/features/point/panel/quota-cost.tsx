import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { POINT_KEY } from '../point-queries.ts'
import styles from './point-panel.module.css'
import { usePointWords } from './use-point-words.ts'

/** Points spent since the panel was opened. */
export function QuotaCost() {
  const t = usePointWords()
  const queries = useQueryClient()
  const asking = useIsFetching({ queryKey: [POINT_KEY] }) > 0
  const [points, setPoints] = useState(0)
  useEffect(
    () =>
      queries.getQueryCache().subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'success' || event.query.queryKey[0] !== POINT_KEY) return
        const { costPoints = 0 } = (event.action.data ?? {}) as { costPoints?: number }
        if (costPoints > 0) setPoints((sum) => sum + costPoints)
      }),
    [queries],
  )
  if (asking && points === 0) return null
  return <p className={styles.cost}>{t(points > 0 ? 'cost' : 'free', { points })}</p>
}
