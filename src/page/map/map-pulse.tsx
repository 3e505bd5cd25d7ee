import { Marker } from 'maplibre-gl'
import { useEffect, useRef } from 'react'
import type { LatLon } from '../../core/geo/geo.ts'
import { useMapInstance } from './map-hooks.ts'
import styles from './map-pulse.module.css'

/** Duration of the expanding ring; with reduced motion it is static for as long. */
const PULSE_MS = 1_800

interface MapPulseProps extends LatLon {
  tone: 'accent' | 'bad'
  onEnd(): void
}

/** A ring shown once around a place with a change. */
export function MapPulse({ lat, lon, tone, onEnd }: MapPulseProps) {
  const map = useMapInstance()
  const end = useRef(onEnd)
  useEffect(() => {
    end.current = onEnd
  })
  useEffect(() => {
    const timer = setTimeout(() => end.current(), PULSE_MS)
    return () => clearTimeout(timer)
  }, [])
  // Without a React root of its own, which listens to each kind of event: in a storm there are some each second.
  useEffect(() => {
    if (!map) return
    const element = document.createElement('div')
    element.className = styles.place!
    const pulse = document.createElement('span')
    pulse.className = styles.pulse!
    pulse.dataset.tone = tone
    pulse.ariaHidden = 'true'
    element.append(pulse)
    const marker = new Marker({ element }).setLngLat([lon, lat]).addTo(map)
    return () => void marker.remove()
  }, [map, lat, lon, tone])
  return null
}
