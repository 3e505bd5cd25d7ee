import { Marker } from '@vis.gl/react-maplibre'
import { useEffect, useRef } from 'react'
import type { LatLon } from '../../core/geo/geo.ts'
import styles from './map-pulse.module.css'

/** As long as the ring takes to open; for who asks for calm it stands still for so long. */
const PULSE_MS = 1_800

interface MapPulseProps extends LatLon {
  tone: 'accent' | 'bad'
  onEnd(): void
}

/** A ring that opens once around a place, where something has just changed. */
export function MapPulse({ lat, lon, tone, onEnd }: MapPulseProps) {
  const end = useRef(onEnd)
  useEffect(() => {
    end.current = onEnd
  })
  useEffect(() => {
    const timer = setTimeout(() => end.current(), PULSE_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <Marker longitude={lon} latitude={lat} className={styles.place}>
      <span className={styles.pulse} data-tone={tone} aria-hidden="true" />
    </Marker>
  )
}
