import type { StormBadge } from '../../../core/storms/storm-badges.ts'
import { ARCS } from './storm-icons.ts'

const LINE = {
  rising: { width: 2.6 },
  steady: { width: 1.2 },
  falling: { width: 1.2, dash: '2 2.2' },
} as const

export const OUTLINES = Object.keys(LINE) as (keyof typeof LINE)[]

export function StormGlyph({ outline }: { outline: keyof typeof LINE }) {
  const { width, dash }: { width: number; dash?: string } = LINE[outline]
  return (
    <svg width="1rem" height="0.75rem" viewBox="-8 -6 16 12" aria-hidden="true">
      <ellipse rx={6.2} ry={4} fill="none" stroke="currentColor" strokeWidth={width} strokeDasharray={dash} />
    </svg>
  )
}

const RADIUS = 4
const ARC_RADIUS = 6

/** A storm's ring as on the map, with the arc of a trend. */
export function RingGlyph({ badge }: { badge?: StormBadge['kind'] }) {
  return (
    <svg width="1rem" height="1rem" viewBox="-8 -8 16 16" fill="none" stroke="currentColor" aria-hidden="true">
      <circle r={RADIUS} strokeWidth={1.3} />
      {badge ? <Arc badge={badge} /> : null}
    </svg>
  )
}

function Arc({ badge }: { badge: StormBadge['kind'] }) {
  const { fromDeg, toDeg, px } = ARCS[badge]
  const whole = 2 * Math.PI * ARC_RADIUS
  const share = (toDeg - fromDeg) / 360
  return (
    <circle
      r={ARC_RADIUS + 0.4}
      strokeWidth={0.8 * px}
      pathLength={whole}
      strokeDasharray={`${share * whole} ${whole}`}
      transform={`rotate(${fromDeg - 90})`}
    />
  )
}
