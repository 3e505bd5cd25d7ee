import { type ComponentType, createContext, useContext } from 'react'
import type { ServerConnection } from './server-connection.ts'

/** A component of the desk that is not a hazard of the map: it fills slots of the desk. */
export interface DeskPart {
  id: string
  /**
   * Starts the component's own services for the lifetime of the page; feeds are started by `page/live`. Returns a
   * function that stops them.
   */
  attach?(connection: ServerConnection): () => void
  /** In a row under the bar, off the map. */
  Strip?: ComponentType
  /** One line or two over the top of the map. */
  Head?: ComponentType
  /** A button among the map's tools. */
  Tool?: ComponentType
  /** Over the map, beside the selection panel. Renders nothing while closed. */
  Cover?: ComponentType
  /** Along the bottom, below all else. */
  Foot?: ComponentType
  /** Above all headlines in the column of a wall, in the wall's type. */
  WallHead?: ComponentType
  /** Along the bottom of a wall, without controls, in the wall's type size. */
  WallFoot?: ComponentType
  /** Over the map's foot on a wall, in the wall's type. */
  WallNote?: ComponentType
  /** Rows of the layers panel, below those of the hazards. */
  LayerRows?: ComponentType
  /** Inside the map: sources, layers, and components that need the map. */
  Layer?: ComponentType
  /** A section of an airport's panel, above its latest report. */
  AirportSection?: ComponentType<AirportSectionProps>
  /** A section of the airport panel below its latest report: secondary information. */
  AirportFoot?: ComponentType<AirportSectionProps>
}

export interface AirportSectionProps {
  icao: string
}

const DeskPartsContext = createContext<readonly DeskPart[]>([])
export const DeskPartsProvider = DeskPartsContext.Provider

/** Every part of the desk, in the order of `page/app/parts.ts`. */
export function useDeskParts(): readonly DeskPart[] {
  return useContext(DeskPartsContext)
}
