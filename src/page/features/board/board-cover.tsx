import { lazy, useState } from 'react'
import { usePage } from '../../state/page-store.ts'

const Board = lazy(() => import('./board.tsx'))
const ScoresPage = lazy(() => import('./scores/scores-page.tsx'))

/** The board while open; each of its pages is lazily loaded. */
export default function BoardCover() {
  return usePage((state) => state.board.open) ? <Pages /> : null
}

function Pages() {
  const [isScores, setScores] = useState(false)
  return isScores ? <ScoresPage onBack={() => setScores(false)} /> : <Board onScores={() => setScores(true)} />
}
