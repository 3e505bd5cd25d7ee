import type { StormTrend } from '../../../core/storms/storm-cells.ts'

const LINE: Record<StormTrend, { width: number; dash?: string }> = {
  starting: { width: 2.6 },
  growing: { width: 2.6 },
  steady: { width: 1.2 },
  weakening: { width: 1.2, dash: '2 2.2' },
}

/** A storm's outline as it is on the map. */
export function StormGlyph({ trend }: { trend: StormTrend }) {
  const { width, dash } = LINE[trend]
  return (
    <svg width="1rem" height="0.75rem" viewBox="-8 -6 16 12" aria-hidden="true">
      <ellipse rx={6.2} ry={4} fill="none" stroke="currentColor" strokeWidth={width} strokeDasharray={dash} />
    </svg>
  )
}
