import { Suspense } from 'react'
import { type AirportSectionProps, type DeskPart, useDeskParts } from './desk-part.ts'
import { ErrorBoundary } from './error-boundary.tsx'

type Place = 'Strip' | 'Tool' | 'Cover' | 'Foot' | 'WallHead' | 'WallFoot' | 'WallNote' | 'LayerRows' | 'Layer'

/** What the parts of the desk show in one of its places; each part fails alone. */
export function DeskSlot({ place }: { place: Place }) {
  return useDeskParts().map((part) => {
    const Content = part[place]
    return Content ? <Guarded key={part.id} render={() => <Content />} /> : null
  })
}

/** What the parts of the desk have to say in an airport's panel, above or below its report. */
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
