/** A stretch of steps with rain, and how much falls in it. */
export interface RainSpell {
  fromMs: number
  toMs: number
  mm: number
}

/** Less in an hour is no rain that one would speak of. */
const LEAST_MM = 0.1
/** A pause of so many dry steps does not end a spell. */
const PAUSE_STEPS = 2

/** The spells of rain in hourly amounts, each of the hour that begins at its time; what is not known ends a spell. */
export function rainSpells(timesMs: readonly number[], amountsMm: readonly (number | null)[]): RainSpell[] {
  const spells: RainSpell[] = []
  const stepMs = (timesMs[1] ?? 0) - (timesMs[0] ?? 0)
  let open: RainSpell | null = null
  for (const [i, fromMs] of timesMs.entries()) {
    const mm = amountsMm[i] ?? null
    if (mm === null) open = null
    if (mm === null || mm < LEAST_MM) continue
    if (open && fromMs - open.toMs <= PAUSE_STEPS * stepMs) {
      open.toMs = fromMs + stepMs
      open.mm += mm
    } else {
      open = { fromMs, toMs: fromMs + stepMs, mm }
      spells.push(open)
    }
  }
  return spells
}
