import { Marker } from '@vis.gl/react-maplibre'
import { useEffect, useRef } from 'react'
import type { LatLon } from '../../core/geo/geo.ts'
import styles from './map-pulse.module.css'

/** Duration of the expanding ring; with reduced motion it is static for as long. */
const PULSE_MS = 1_800

interface MapPulseProps extends LatLon {
  tone: 'accent' | 'bad'
  onEnd(): void
}

/** A ring shown once around a place with a change. */
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
