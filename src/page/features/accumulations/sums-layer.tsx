import { Layer, Source } from '@vis.gl/react-maplibre'
import type { FeatureCollection } from 'geojson'
import type { ExpressionSpecification } from 'maplibre-gl'
import { useMemo } from 'react'
import { cellRuns } from '../../../core/accumulations/classes.ts'
import { boxAreas, HatchedAreas } from '../../map/hatched-areas.tsx'
import { NO_FEATURES, useSourceData } from '../../map/map-hooks.ts'
import { SLOTS } from '../../map/slots.ts'
import { usePage } from '../../state/page-store.ts'
import { SUM_COLOURS, SUM_OPACITY } from './sums-scale.ts'
import { type Sums, useSums } from './use-sums.ts'

const CELLS = 'sums'

/** Cells coloured by their sum, and hatching where no colour does not mean zero. */
export default function SumsLayer() {
  const theme = usePage((state) => state.theme)
  const { told } = useSums()
  const cells = useMemo(() => cellsAsGeojson(told), [told])
  const unknown = useMemo(() => unknownAsGeojson(told), [told])
  useSourceData(CELLS, cells)
  return (
    <>
      {/* The smallest cells of a wide view are below a pixel: none may be simplified away. */}
      <Source id={CELLS} type="geojson" data={NO_FEATURES} tolerance={0}>
        <Layer
          id="sums-cells"
          type="fill"
          beforeId={SLOTS.areas}
          paint={{
            'fill-color': ['match', ['get', 'class'], ...coloursOf(theme)] as unknown as ExpressionSpecification,
            'fill-opacity': SUM_OPACITY[theme],
            'fill-antialias': false,
          }}
        />
      </Source>
      <HatchedAreas id="sums-unknown" areas={unknown} />
    </>
  )
}

function coloursOf(theme: keyof typeof SUM_COLOURS): (number | string)[] {
  return [...SUM_COLOURS[theme].flatMap((colour, i) => [i, colour]), SUM_COLOURS[theme].at(-1)!]
}

function cellsAsGeojson(told: Sums['told']): FeatureCollection {
  if (told?.said.kind !== 'known') return NO_FEATURES
  const { kind, cells, cellDeg } = told.sums
  return boxAreas(cellRuns(kind, cells, cellDeg), (run) => ({ class: run.class }))
}

function unknownAsGeojson(told: Sums['told']): FeatureCollection {
  if (!told || (told.said.kind === 'known' && !told.said.isPart)) return NO_FEATURES
  const { box } = told
  return boxAreas([{ ...box, east: box.east > box.west ? box.east : box.east + 360 }])
}
