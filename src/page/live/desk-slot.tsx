import { Suspense } from 'react'
import { type AirportSectionProps, type DeskPart, useDeskParts } from './desk-part.ts'
import { ErrorBoundary } from './error-boundary.tsx'

type Place = 'Strip' | 'Head' | 'Tool' | 'Cover' | 'Foot' | 'WallHead' | 'WallFoot' | 'WallNote' | 'LayerRows' | 'Layer'

/** Renders the components of one slot, each with its own error boundary. */
export function DeskSlot({ place }: { place: Place }) {
  return useDeskParts().map((part) => {
    const Content = part[place]
    return Content ? <Guarded key={part.id} render={() => <Content />} /> : null
  })
}

/** Renders the sections of an airport panel, above or below its report. */
export function AirportSections({
  icao,
  place = 'AirportSection',
}: AirportSectionProps & { place?: 'AirportSection' | 'AirportFoot' }) {
  return useDeskParts().map((part: DeskPart) => {
    const Content = part[place]
    return Content ? <Guarded key={part.id} render={() => <Content icao={icao} />} /> : null
  })
}

function Guarded({ render }: { render: () => React.ReactNode }) {
  return (
    <ErrorBoundary fallback={() => null}>
      <Suspense>{render()}</Suspense>
    </ErrorBoundary>
  )
}
