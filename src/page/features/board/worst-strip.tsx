import { Suspense } from 'react'
import { useMedia } from '../../input/use-media.ts'
import { usePage } from '../../state/page-store.ts'
import { partOnDemand } from '../../ui/part/lazy-part.ts'
import styles from './worst-strip.module.css'

const WorstList = partOnDemand(() => import('./worst-list.tsx'))

/** A narrower screen has no row to give away. */
export const WORST_STRIP_FITS = '(min-width: 1280px)'
/** A lower strip has no room for two rows: pinned airports first. */
const TALL = '(min-height: 900px)'

/** The worst of the board in a row above the map, without a click; not while the whole board is there. */
export default function WorstStrip() {
  const isWanted = usePage((state) => state.worstShown && !state.board.open)
  const isWatching = usePage((state) => state.watched.length > 0)
  const isWide = useMedia(WORST_STRIP_FITS)
  const isTall = useMedia(TALL)
  if (!isWanted || !isWide || (isWatching && !isTall)) return null
  return (
    <div className={styles.place} data-row="worst">
      <Suspense>
        <WorstList />
      </Suspense>
    </div>
  )
}
