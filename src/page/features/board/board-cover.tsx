import { lazy } from 'react'
import { useShell } from '../../shell/shell-store.ts'

const Board = lazy(() => import('./board.tsx'))

/** The board while it is open; its code comes with the first look. */
export default function BoardCover() {
  return useShell((state) => state.board.open) ? <Board /> : null
}
