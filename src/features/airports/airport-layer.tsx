import { Layer, Source } from '@vis.gl/react-maplibre'
import type { GeoJSONSource, Map as MapLibreMap } from 'maplibre-gl'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { CATEGORY_PRESETS } from '../../core/flight-category.ts'
import { useContract } from '../../shell/contract-context.ts'
import { quantityText, useFormat } from '../../shell/format.ts'
import { useMapInstance } from '../../shell/map-hooks.ts'
import { type PickPoint, useMapPick } from '../../shell/map-pick.ts'
import { useShell } from '../../shell/shell-store.ts'
import { airportIcons, type Icon } from './airport-images.ts'
import { createAirportMarks, type MarkContext } from './airport-marks.ts'
import {
  AIRPORT_SOURCE,
  barbLayer,
  RING_LAYER,
  readColours,
  ringLayer,
  selectedLayer,
  signLayer,
} from './airport-style.ts'
import { reportStore } from './report-store.ts'

const PICK_PRIORITY = 30
const AGE_EVERY_MS = 60_000
const SLOT = 'slot-top'

/** A ring by flight category and a wind barb at every airport of the list. */
export default function AirportLayer() {
  const map = useMapInstance()
  const theme = useShell((state) => state.theme)
  const selected = useShell((state) => (state.selection?.kind === 'airport' ? state.selection.id : ''))
  const data = useAirportData(map)
  const look = useMemo(() => {
    const colours = readColours(document.documentElement)
    return {
      icons: airportIcons(theme, colours),
      layers: [ringLayer(colours), barbLayer(theme, colours), signLayer(theme)],
      colours,
    }
  }, [theme])
  const highlight = useMemo(() => selectedLayer(look.colours, selected), [look, selected])
  useIcons(map, look.icons)
  usePick(map)

  return (
    <Source id={AIRPORT_SOURCE} type="geojson" promoteId="icao" data={data}>
      <Layer {...highlight} beforeId={SLOT} />
      {look.layers.map((layer) => (
        <Layer key={layer.id} {...layer} beforeId={SLOT} />
      ))}
    </Source>
  )
}

/** The marks; made anew when the list changes, patched in place with each report, minute and change of units. */
function useAirportData(map: MapLibreMap | null) {
  const { clock } = useContract()
  const { windSpeed } = useFormat()
  const [marks] = useState(() => createAirportMarks(reportStore))
  const context = useCallback(
    (): MarkContext => ({
      nowMs: clock.now(),
      preset: CATEGORY_PRESETS.icao,
      windText: (mps) => quantityText(windSpeed(mps)),
    }),
    [clock, windSpeed],
  )
  const [data, setData] = useState(() => {
    marks.rebuild(context())
    return marks.data()
  })

  useEffect(() => {
    const patch = (icaos?: Iterable<string>) => {
      const update = marks.refresh(context(), icaos)
      // No source while a style loads: the new one starts from the collection, which is up to date.
      if (update.length > 0) void map?.getSource<GeoJSONSource>(AIRPORT_SOURCE)?.updateData({ update })
    }
    const rebuild = () => {
      marks.rebuild(context())
      setData(marks.data())
    }
    if (marks.data().features.length === reportStore.airports().length) patch()
    else rebuild()
    const stopTicks = clock.every(AGE_EVERY_MS, patch)
    const stopReports = reportStore.subscribe((changed) => (changed ? patch(changed) : rebuild()))
    return () => {
      stopTicks()
      stopReports()
    }
  }, [map, clock, marks, context])
  return data
}

/** Keeps the icons on the map: a change of style may take them away. */
function useIcons(map: MapLibreMap | null, icons: readonly Icon[]) {
  useEffect(() => {
    if (!map) return
    const place = () => {
      for (const { id, pixelRatio, draw } of icons) if (!map.hasImage(id)) map.addImage(id, draw(), { pixelRatio })
    }
    place()
    map.on('styledata', place)
    return () => void map.off('styledata', place)
  }, [map, icons])
}

/** A finger is wider than a pointer. */
const REACH_PX = { fine: 9, coarse: 18 }

function usePick(map: MapLibreMap | null) {
  const pick = useCallback(
    ({ x, y }: PickPoint) => {
      if (!map?.getLayer(RING_LAYER)) return null
      const reach = matchMedia('(pointer: coarse)').matches ? REACH_PX.coarse : REACH_PX.fine
      const box: [[number, number], [number, number]] = [
        [x - reach, y - reach],
        [x + reach, y + reach],
      ]
      let nearest: { icao: string; far: number } | null = null
      for (const { properties } of map.queryRenderedFeatures(box, { layers: [RING_LAYER] })) {
        const airport = reportStore.airport(String(properties.icao))
        if (!airport) continue
        const at = map.project([airport.lon, airport.lat])
        const far = Math.hypot(at.x - x, at.y - y)
        if (!nearest || far < nearest.far) nearest = { icao: airport.icao, far }
      }
      return nearest && { kind: 'airport', id: nearest.icao }
    },
    [map],
  )
  useMapPick(PICK_PRIORITY, pick)
}
