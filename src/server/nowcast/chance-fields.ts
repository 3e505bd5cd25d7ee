import type { ChanceField } from '../../contract/chance/field.ts'
import { FIELD_HORIZONS_MIN, FIELD_PERCENTS, FIELD_RING_KM } from '../../contract/chance/levels.ts'
import {
  type ChanceNodes,
  type ChanceTile,
  type TileBlock,
  type TileId,
  tileDeg,
  tileInSteps,
} from '../../core/nowcast/chance-field.ts'
import { CALM_ROW } from '../../core/nowcast/first-strike.ts'
import type { ChanceSampler } from '../../core/nowcast/nowcast.ts'
import type { Clock } from '../../core/time/clock.ts'
import { heldOrMade } from '../../core/util/held-or-made.ts'
import { createWorkScheduler } from '../event-loop/work-scheduler.ts'
import { type Contour, contoursOf } from './chance-contours.ts'
import type { NowcastService } from './nowcast-service.ts'
import { stateOf } from './served-nowcast.ts'

/** Of degrees: 10 metres. */
const DECIMALS = 1e4
/** Tiles of one minute; with more, all are computed again. */
const TILES_KEPT_MAX = 2_000

/** The contours of a tile, and its least and greatest chance by horizon. */
interface ServedTile {
  contours: readonly Contour[]
  least: readonly number[]
  most: readonly number[]
}

const CALM = FIELD_HORIZONS_MIN.map(() => CALM_ROW[0]!)
const CALM_TILE: ServedTile = { contours: [], least: CALM, most: CALM }

/** The contours of the chance of lightning. A tile is computed when it is first requested, once for all viewers. */
export function createChanceFields(deps: {
  nowcast: Pick<NowcastService, 'hasStrikes' | 'latest' | 'sampler'>
  clock: Pick<Clock, 'monotonicMs' | 'after'>
  isSimulated(): boolean
}) {
  const { nowcast, clock, isSimulated } = deps
  const work = createWorkScheduler(clock)
  /** Of one nowcast: the next one replaces them. */
  let held = heldFor(null)

  function heldFor(sampler: ChanceSampler | null) {
    return { sampler, known: new Map<number, readonly number[]>(), tiles: new Map<string, Promise<ServedTile>>() }
  }

  async function compute(nodes: ChanceNodes, tile: TileId, asker: string): Promise<ServedTile> {
    const steps = tileInSteps(nodes, tile)
    for (;;) {
      const { done, value } = await work.take(asker, async () => steps.next())
      if (!done) continue
      return value ? work.take(asker, async () => servedTile(value)) : CALM_TILE
    }
  }

  return {
    /** The contours in a block of tiles. `asker` is the caller for fair scheduling. */
    async field(block: TileBlock, asker: string): Promise<ChanceField> {
      const look = nowcast.latest()
      const sampler = nowcast.sampler()
      const state = stateOf(nowcast)
      const told = {
        type: 'FeatureCollection' as const,
        state,
        t: look && new Date(look.outlook.atMs).toISOString(),
        simulated: isSimulated(),
        ringKm: FIELD_RING_KM,
        stepDeg: 1 / block.nodesPerDeg,
      }
      if (state !== 'known' || !sampler) return { ...told, ranges: [], features: [] }
      if (held.sampler !== sampler || held.tiles.size > TILES_KEPT_MAX) held = heldFor(sampler)
      const { known, tiles } = held
      const ids = idsOf(block)
      const found = await Promise.all(
        ids.map((id) => heldOrMade(tiles, keyOf(id), () => compute({ sampler, known }, id, asker))),
      )
      return { ...told, ranges: rangesOf(found), features: featuresOf(block, ids, found) }
    },
  }
}

function idsOf({ nodesPerDeg, column, row, columns, rows }: TileBlock): TileId[] {
  return Array.from({ length: columns * rows }, (_, i) => ({
    nodesPerDeg,
    column: column + (i % columns),
    row: row + Math.floor(i / columns),
  }))
}

function servedTile(tile: ChanceTile): ServedTile {
  return {
    contours: contoursOf(tile),
    least: tile.map((values) => Math.min(...values)),
    most: tile.map((values) => Math.max(...values)),
  }
}

function rangesOf(tiles: readonly ServedTile[]): ChanceField['ranges'] {
  return FIELD_HORIZONS_MIN.map((minutes, h) => ({
    minutes,
    least: Math.min(...tiles.map(({ least }) => least[h]!)),
    most: Math.max(...tiles.map(({ most }) => most[h]!)),
  }))
}

function keyOf({ nodesPerDeg, column, row }: TileId): string {
  return `${nodesPerDeg}/${column % (360 / tileDeg({ nodesPerDeg }))}/${row}`
}

/** All lines of each horizon and chance as one feature. */
function featuresOf(
  { nodesPerDeg }: TileBlock,
  ids: readonly TileId[],
  found: readonly ServedTile[],
): ChanceField['features'] {
  const side = tileDeg({ nodesPerDeg })
  const rounded = (deg: number) => Math.round(deg * DECIMALS) / DECIMALS
  return FIELD_HORIZONS_MIN.flatMap((minutes) =>
    FIELD_PERCENTS.map((percent) => ({
      type: 'Feature' as const,
      properties: { minutes, percent },
      geometry: {
        type: 'MultiLineString' as const,
        coordinates: found.flatMap(({ contours }, i) => {
          const west = ids[i]!.column * side - 180
          const south = ids[i]!.row * side - 90
          return contours
            .filter((contour) => contour.minutes === minutes && contour.percent === percent)
            .flatMap(({ lines }) => lines)
            .map((line) =>
              line.map(([x, y]): [number, number] => [
                rounded(west + x / nodesPerDeg),
                rounded(south + y / nodesPerDeg),
              ]),
            )
        }),
      },
    })),
  )
}
