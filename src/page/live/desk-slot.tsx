import type { ComponentType } from 'react'
import { type AirportSectionProps, type DeskPart, useDeskParts } from './desk-part.ts'
import { PartBoundary, ToolBoundary } from './part-boundary.tsx'

type Place = 'Strip' | 'Head' | 'Tool' | 'Cover' | 'Foot' | 'WallHead' | 'WallFoot' | 'WallNote' | 'LayerRows'

/** Renders the components of one slot, each with its own error boundary. */
export function DeskSlot({ place }: { place: Place }) {
  return useDeskParts().map((part) => {
    const Content = part[place]
    return Content ? <InSlot key={part.id} place={place} Content={Content} /> : null
  })
}

function InSlot({ place, Content }: { place: Place; Content: ComponentType }) {
  const content = <Content />
  return place === 'Tool' ? <ToolBoundary>{content}</ToolBoundary> : <PartBoundary>{content}</PartBoundary>
}

/** Renders the sections of an airport panel, above or below its report. */
export function AirportSections({
  icao,
  place = 'AirportSection',
}: AirportSectionProps & { place?: 'AirportSection' | 'AirportFoot' }) {
  return useDeskParts().map((part: DeskPart) => {
    const Content = part[place]
    return Content ? (
      <PartBoundary key={part.id}>
        <Content icao={icao} />
      </PartBoundary>
    ) : null
  })
}
