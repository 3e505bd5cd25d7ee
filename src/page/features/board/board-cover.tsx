import { useState } from 'react'
import { usePage } from '../../state/page-store.ts'
import { partOnDemand } from '../../ui/part/lazy-part.ts'

const Board = partOnDemand(() => import('./board.tsx'))
const ScoresPage = partOnDemand(() => import('./scores/scores-page.tsx'))

/** The board while open; each of its pages is lazily loaded. */
export default function BoardCover() {
  return usePage((state) => state.board.open) ? <Pages /> : null
}

function Pages() {
  const [isScores, setScores] = useState(false)
  return isScores ? <ScoresPage onBack={() => setScores(false)} /> : <Board onScores={() => setScores(true)} />
}
