import type { ReactNode } from 'react'
import styles from './map-tip.module.css'

interface MapTipProps {
  /** Pointer position, CSS pixels from the map's corner. */
  x: number
  y: number
  children: ReactNode
}

/** Tooltip of the mark under the pointer; a click or the keyboard shows more. */
export function MapTip({ x, y, children }: MapTipProps) {
  return (
    <div className={styles.tip} aria-hidden="true" style={{ left: x, top: y }}>
      {children}
    </div>
  )
}
