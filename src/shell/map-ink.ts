/** What is written and outlined on the map, whatever hazard it is of: its ink, and the halo that keeps it off the ground. */
export const MAP_INK = {
  dark: { ink: '#eaf4ff', halo: 'rgba(5, 10, 18, 0.85)' },
  light: { ink: '#10233a', halo: 'rgba(255, 255, 255, 0.9)' },
} as const
