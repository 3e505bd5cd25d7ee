import { FIRE_BOX_SIDE_DEG_RECOMMENDED } from '../../../../contract/limits.ts'
import { Button } from '../../../ui/button.tsx'
import styles from '../panel/point-panel.module.css'
import { usePointWords } from '../panel/use-point-words.ts'
import { useFireArea } from './area-store.ts'

/** In place of the panel, which is hidden, while a box is drawn on the map. */
export function DrawingBar() {
  const t = usePointWords()
  const { isDrawing, corner, stopDrawing } = useFireArea()
  if (!isDrawing) return null
  return (
    <div className={styles.drawing}>
      <p role="status">{t(corner ? 'drawOpposite' : 'drawBox', { deg: FIRE_BOX_SIDE_DEG_RECOMMENDED })}</p>
      <Button onClick={stopDrawing}>{t('drawCancel')}</Button>
    </div>
  )
}
