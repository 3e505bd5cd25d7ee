const LINE = {
  rising: { width: 2.6 },
  steady: { width: 1.2 },
  falling: { width: 1.2, dash: '2 2.2' },
} as const

export const OUTLINES = Object.keys(LINE) as (keyof typeof LINE)[]

/** A storm's outline as it is on the map. */
export function StormGlyph({ outline }: { outline: keyof typeof LINE }) {
  const { width, dash }: { width: number; dash?: string } = LINE[outline]
  return (
    <svg width="1rem" height="0.75rem" viewBox="-8 -6 16 12" aria-hidden="true">
      <ellipse rx={6.2} ry={4} fill="none" stroke="currentColor" strokeWidth={width} strokeDasharray={dash} />
    </svg>
  )
}
