/** A period of consecutive steps with rain, and its amount. */
export interface RainSpell {
  fromMs: number
  toMs: number
  mm: number
}

/** A smaller hourly amount does not count as rain. */
const LEAST_MM = 0.1
/** A pause of this many dry steps does not end a spell. */
const PAUSE_STEPS = 2

/** Rain spells in hourly amounts, each of the hour that begins at its time; an unknown amount ends a spell. */
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
