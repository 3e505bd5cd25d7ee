import { type Map as MapLibreMap, Marker } from 'maplibre-gl'
import type { LatLon } from '../../core/geo/geo.ts'
import styles from './map-pulses.module.css'

/** Duration of the expanding ring; with reduced motion it is static for as long. */
const PULSE_MS = 1_800
/** Maximum rings at once: each is a page element, and with thousands of places the news of each cannot be shown. */
const PULSES_MAX = 12

export interface Pulses {
  /** Shows a ring once around each of these places with a change, while the limit allows. */
  show(places: Iterable<LatLon>): void
  /** Removes all of them. */
  close(): void
}

/** Rings of one kind on a map. Outside React: in a storm there are some each second. */
export function createPulses(map: MapLibreMap, tone: 'accent' | 'bad'): Pulses {
  const ends = new Set<() => void>()

  function open({ lat, lon }: LatLon): void {
    const element = document.createElement('div')
    element.className = styles.place!
    const pulse = document.createElement('span')
    pulse.className = styles.pulse!
    pulse.dataset.tone = tone
    pulse.ariaHidden = 'true'
    element.append(pulse)
    const marker = new Marker({ element }).setLngLat([lon, lat]).addTo(map)
    const end = () => {
      clearTimeout(timer)
      ends.delete(end)
      marker.remove()
    }
    const timer = setTimeout(end, PULSE_MS)
    ends.add(end)
  }

  return {
    show(places) {
      for (const place of places) {
        if (ends.size >= PULSES_MAX) return
        open(place)
      }
    },
    close() {
      for (const end of [...ends]) end()
    },
  }
}
