import { Layer, type LayerProps, Source } from '@vis.gl/react-maplibre'
import type { GeoJSONSource, Map as MapLibreMap } from 'maplibre-gl'
import { useEffect, useMemo, useState } from 'react'
import type { LatLon } from '../../../../core/geo/geo.ts'
import { CATEGORY_PRESETS } from '../../../../core/metar/flight-category.ts'
import { urgencyAt } from '../../../../core/nowcast/coming.ts'
import { MINUTE_MS } from '../../../../core/time/durations.ts'
import { type Quantity, useFormat } from '../../../i18n/format.ts'
import { isReportLineStale } from '../../../live/reports/stale-reports.ts'
import { useLive, useServerConnection } from '../../../live/server-connection.ts'
import { useShownAt } from '../../../live/time/use-shown-at.ts'
import { NO_FEATURES, onNewSource, useMapInstance } from '../../../map/map-hooks.ts'
import { supplyImages } from '../../../map/map-images.ts'
import { useMapPick } from '../../../map/picking/map-pick.ts'
import { SLOTS } from '../../../map/slots.ts'
import { usePage } from '../../../state/page-store.ts'
import { supplyIcons } from './airport-images.ts'
import { createAirportMarks, type MarkContext } from './airport-marks.ts'
import { airportsAt, REACH_PX } from './airport-pick.ts'
import {
  AIRPORT_SOURCE,
  type AirportColours,
  backingLayer,
  barbLayer,
  plotLayer,
  readColours,
  ringLayer,
  selectedLayer,
  signLayer,
} from './airport-style.ts'
import { PIXEL_RATIO } from './pen.ts'
import { SpeciPulses } from './speci-pulses.tsx'
import { plotPrefix, readPlotName } from './station-plot.ts'
import { plotImage } from './station-plot-image.ts'

/** More than fit on a screen; a screen that runs for weeks must not keep every plot. */
const KEPT_MAX = 1_000

/** Above strikes: an airport among thousands of strikes is the likelier target. */
const PICK_PRIORITY = 50
const AGE_EVERY_MS = MINUTE_MS

/** A ring by flight category and a wind barb at every airport of the list. */
export default function AirportLayer() {
  const map = useMapInstance()
  const selected = usePage((state) => (state.selection?.kind === 'airport' ? state.selection.id : ''))
  const look = useLook(map)
  const highlight = useMemo(() => look && selectedLayer(look.colours, selected), [look, selected])
  useMarks(map)
  usePick(map)

  if (!look || !highlight) return null
  return (
    <>
      <Source id={AIRPORT_SOURCE} type="geojson" promoteId="icao" data={NO_FEATURES}>
        {look.layers.map((layer) => (
          <Layer key={layer.id} {...layer} beforeId={SLOTS.airports} />
        ))}
        <Layer {...highlight} beforeId={SLOTS.selection} />
      </Source>
      <SpeciPulses />
    </>
  )
}

/** The layers of the theme, with images drawn when needed. */
function useLook(map: MapLibreMap | null) {
  const theme = usePage((state) => state.theme)
  const [look, setLook] = useState<{ colours: AirportColours; layers: LayerProps[] } | null>(null)
  useEffect(() => {
    if (!map) return
    const colours = readColours(document.documentElement)
    const stopIcons = supplyIcons(map, theme, colours)
    const stopPlots = supplyPlots(map, theme, colours)
    setLook({
      colours,
      layers: [
        backingLayer(colours),
        ringLayer(colours),
        barbLayer(theme, colours),
        plotLayer(theme, colours),
        signLayer(theme),
      ],
    })
    return () => {
      stopIcons()
      stopPlots()
    }
  }, [map, theme])
  return look
}

/**
 * The marks: rebuilt when the list changes, patched with each report, minute and change of units. Set on the source
 * directly, not through its component, which can miss data while it mounts.
 */
function useMarks(map: MapLibreMap | null) {
  const { clock, live } = useServerConnection()
  const { windSpeed } = useFormat()
  const watched = usePage((state) => state.watched)
  const preset = CATEGORY_PRESETS[usePage((state) => state.categoryScheme)]
  const standing = live.standingReports
  // The chances at the shown time: the present ones would rank airports by later events.
  const isPresent = useShownAt() === null
  const nowcast = isPresent ? live.nowcast : live.pastNowcast
  const [marks] = useState(() => createAirportMarks(standing))

  useEffect(() => {
    if (!map) return
    const fixed: Omit<MarkContext, 'nowMs' | 'areReportsStale'> = {
      preset,
      watched: new Set(watched),
      chanceAt: (icao) => urgencyAt(nowcast.now(), icao, standing.nowMs()) ?? 0,
      windText: (mps, gustMps) => windLabel(windSpeed(mps), gustMps === null ? null : windSpeed(gustMps)),
    }
    const { reportLine } = live
    const context = (): MarkContext => ({
      ...fixed,
      nowMs: standing.nowMs(),
      areReportsStale: isPresent && isReportLineStale(reportLine.state()),
    })
    let filled: GeoJSONSource | null = null
    const fill = () => {
      const source = map.getSource<GeoJSONSource>(AIRPORT_SOURCE)
      if (!source || source === filled) return
      filled = source
      void source.setData(marks.data())
    }
    const rebuild = () => {
      marks.rebuild(context())
      filled = null
      fill()
    }
    const patch = (icaos?: Iterable<string>) => {
      const update = marks.refresh(context(), icaos)
      if (update.length > 0) void map.getSource<GeoJSONSource>(AIRPORT_SOURCE)?.updateData({ update })
    }
    rebuild()
    const stopFilling = onNewSource(map, AIRPORT_SOURCE, fill)
    const stopTicks = clock.every(AGE_EVERY_MS, patch)
    const stopNowcast = nowcast.subscribe(() => patch())
    const stopLine = reportLine.subscribe(() => patch())
    const stopReports = standing.subscribe((changed) => (changed ? patch(changed) : rebuild()))
    return () => {
      stopFilling()
      stopTicks()
      stopNowcast()
      stopLine()
      stopReports()
    }
  }, [map, clock, windSpeed, preset, watched, marks, standing, nowcast, live, isPresent])
}

/** `4 m/s`, with gusts `4 G12 m/s`. */
function windLabel({ value, unit }: Quantity, gust: Quantity | null): string {
  return gust ? `${value} G${gust.value} ${unit}` : `${value} ${unit}`
}

function usePick(map: MapLibreMap | null) {
  const { reports } = useLive()
  useMapPick(PICK_PRIORITY, (at) => {
    if (!map) return null
    const isFinger = matchMedia('(pointer: coarse)').matches
    const project = ({ lat, lon }: LatLon) => map.project([lon, lat])
    const found = airportsAt(reports.airports(), at, project, isFinger ? REACH_PX.coarse : REACH_PX.fine)
    return found.map(({ icao }) => ({ kind: 'airport', id: icao, detail: icao }))
  })
}

/** Draws station plots when the map needs them, and evicts the oldest. Returns a function that stops this. */
function supplyPlots(map: MapLibreMap, look: string, colours: AirportColours): () => void {
  const prefix = plotPrefix(look)
  const drawn = new Set<string>()
  return supplyImages(map, prefix, (id) => {
    map.addImage(id, plotImage(readPlotName(id.slice(prefix.length)), colours), { pixelRatio: PIXEL_RATIO })
    drawn.delete(id)
    drawn.add(id)
    for (const oldest of drawn) {
      if (drawn.size <= KEPT_MAX) break
      drawn.delete(oldest)
      if (map.hasImage(oldest)) map.removeImage(oldest)
    }
  })
}
