import type { ReactNode } from 'react'
import styles from './map-tip.module.css'

interface MapTipProps {
  /** Where the pointer is, CSS pixels from the map's corner. */
  x: number
  y: number
  children: ReactNode
}

/** What is under the pointer, in a line beside it; a click, or the keyboard, says more to everybody. */
export function MapTip({ x, y, children }: MapTipProps) {
  return (
    <div className={styles.tip} aria-hidden="true" style={{ left: x, top: y }}>
      {children}
    </div>
  )
}
