import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { Selection } from '../state/selection.ts'
import type { Theme, View } from '../state/view.ts'
import type { ServerConnection } from './server-connection.ts'

export interface PanelProps {
  id: string
  onClose(): void
}

export interface SearchHit {
  selection: Selection
  title: string
  detail: string
  view: View
  /** The code of an airport, which can be watched from where it was found. */
  watchable?: string
}

/** Data available to searches: data of the page and cached responses. */
export interface SearchAccess {
  connection: ServerConnection
  queries: QueryClient
  /** Nothing was found: names that differ by one letter are, too. */
  isNear: boolean
}

/**
 * The colours of a hazard on the map, exported by its `marks.ts` as `marks`. At least one colour of each mark must
 * contrast with every base map, as the contrast test computes.  @internal for that test only
 */
export type OverlayMarks = (theme: Theme) => readonly {
  name: string
  /** Fill and outline: CSS colours, or `var(--…)` of the style sheet. */
  colours: readonly { colour: string; opacity?: number }[]
}[]

/** A hazard on the map. Adding one is one folder under `features/` and one line in `page/app/hazards.ts`. */
export interface MapOverlay {
  /** Also its name in the URL's `layers`; `hazard` in the texts of `page` has its name on screen. */
  id: string
  /** Position among the overlays: the lowest number is first in lists, and on top of the map's legend. */
  order: number
  /** On unless the URL says otherwise. */
  defaultOn: boolean
  /** Sources and layers; mounted inside the map while the overlay is on, once the ground is drawn. */
  Layer?: ComponentType
  /** The main layer of the page, shown before the base map. It makes no queries, and its code is in the first load. */
  FirstLayer?: ComponentType
  /** The row in the layers panel, below its switch: count, age and state in words, legend. Without one it is always on. */
  Row?: ComponentType
  /** Its marks in the legend of the desk, in one line. */
  Legend?: ComponentType
  /** The headline of a wall in large type: one number, its state, its legend. */
  Headline?: ComponentType
  /** Layer and row show the chosen moment of the past; others keep showing the present, with a label. */
  followsTime?: boolean
  /** Counted by the timeline, which a wall shows while the layer is on. */
  isCountedByTimeline?: boolean
  /** The selection kind of the overlay, with its URL parameter and panel: of the present, or of the shown moment. */
  selection?: { kind: string; urlParam: string; followsTime?: boolean; Panel: ComponentType<PanelProps> }
  /** Finds its things by code, name or place, best first; at most a handful. */
  search?(text: string, access: SearchAccess): SearchHit[]
  /**
   * Starts the overlay's own services, on or off; feeds are started by `page/live`. Returns a function that stops them.
   */
  attach?(connection: ServerConnection): () => void
}
