import { createColumnHelper, tableFeatures } from '@tanstack/react-table'
import type { BoardSort } from '../../../core/airports/airport-board.ts'
import type { BoardRow } from '../../../core/airports/board-row.ts'
import {
  AgeCell,
  AirportCell,
  ArrivalCell,
  CategoryCell,
  CeilingCell,
  LightningCell,
  QnhCell,
  StrokesCell,
  VisibilityCell,
  WatchCell,
  WeatherCell,
  WindCell,
} from './board-cells.tsx'

/** Sorting and filtering are in `core/airports/airport-board.ts`: the table receives only the visible rows. */
export const boardFeatures = tableFeatures({})
const helper = createColumnHelper<typeof boardFeatures, BoardRow>()

type ColumnId = 'watch' | Exclude<BoardSort, 'urgency'>
const column = (id: ColumnId, Cell: (props: { row: BoardRow }) => React.ReactNode) =>
  helper.display({ id, cell: ({ row }) => <Cell row={row.original} /> })

export const boardColumns = helper.columns([
  column('watch', WatchCell),
  column('airport', AirportCell),
  column('category', CategoryCell),
  column('nearest', LightningCell),
  column('arrival', ArrivalCell),
  column('strokes', StrokesCell),
  column('wind', WindCell),
  column('visibility', VisibilityCell),
  column('ceiling', CeilingCell),
  column('weather', WeatherCell),
  column('qnh', QnhCell),
  column('age', AgeCell),
])
