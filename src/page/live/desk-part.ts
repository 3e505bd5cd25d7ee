import { type ComponentType, createContext, useContext } from 'react'
import type { ServerConnection } from './server-connection.ts'

/** A part of the desk that is no hazard of its own on the map: what it shows stands in places that the desk keeps. */
export interface DeskPart {
  id: string
  /** Starts what is its own for as long as the page lives; feeds and what they bring are `page/live`'s. Answers how to stop. */
  attach?(connection: ServerConnection): () => void
  /** In a row under the bar, off the map. */
  Strip?: ComponentType
  /** A button among the map's tools. */
  Tool?: ComponentType
  /** Over the map, beside the panel of what is selected. Shows nothing while it is not wanted. */
  Cover?: ComponentType
  /** Along the bottom, below everything else. */
  Foot?: ComponentType
  /** Above all headlines in the column of a wall, in the wall's type. */
  WallHead?: ComponentType
  /** Along the bottom of a wall, which nobody touches, in the wall's type. */
  WallFoot?: ComponentType
  /** Over the map's foot on a wall, in the wall's type. */
  WallNote?: ComponentType
  /** Rows of the layers panel, below those of the hazards. */
  LayerRows?: ComponentType
  /** Inside the map: sources, layers, what needs the map itself. */
  Layer?: ComponentType
  /** A section of an airport's panel, above its latest report. */
  AirportSection?: ComponentType<AirportSectionProps>
  /** A section of an airport's panel, below its latest report: what nobody needs at the first glance. */
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
