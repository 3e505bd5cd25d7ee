import { lazy } from 'react'
import { usePage } from '../../state/page-store.ts'

const Board = lazy(() => import('./board.tsx'))

/** The board while it is open; its code comes with the first look. */
export default function BoardCover() {
  return usePage((state) => state.board.open) ? <Board /> : null
}
