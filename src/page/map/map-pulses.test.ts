// @vitest-environment happy-dom
import type { Map as MapLibreMap } from 'maplibre-gl'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createPulses } from './map-pulses.ts'

vi.mock('maplibre-gl', () => ({
  Marker: class {
    readonly #element: HTMLElement
    constructor({ element }: { element: HTMLElement }) {
      this.#element = element
    }
    setLngLat([lon, lat]: [number, number]) {
      this.#element.title = `${lat} ${lon}`
      return this
    }
    addTo() {
      document.body.append(this.#element)
      return this
    }
    remove() {
      this.#element.remove()
    }
  },
}))

const map = {} as MapLibreMap
const places = (count: number) => Array.from({ length: count }, (_, lat) => ({ lat, lon: 9 }))
const shown = () => Array.from(document.body.querySelectorAll<HTMLElement>('[title]'), ({ title }) => title)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('shows a ring at each place once, for a while', () => {
  const pulses = createPulses(map, 'bad')
  pulses.show(places(2))
  expect(shown()).toEqual(['0 9', '1 9'])
  vi.runAllTimers()
  expect(shown()).toEqual([])
  pulses.show(places(1))
  pulses.close()
  expect(shown()).toEqual([])
  expect(vi.getTimerCount()).toBe(0)
})

it('shows a limited number at once, for any number of places', () => {
  const pulses = createPulses(map, 'bad')
  pulses.show(places(10))
  pulses.show(places(500))
  expect(shown()).toEqual([...places(10), ...places(2)].map(({ lat }) => `${lat} 9`))
  vi.runAllTimers()
  pulses.show(places(3))
  expect(shown()).toHaveLength(3)
  pulses.close()
})
