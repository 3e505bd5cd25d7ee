/** A measured value with its limit. */
export interface Measured {
  what: string
  measured: number
  unit: string
  /** Null for values without a limit. */
  atMost: number | null
}

/** Prints the numbers, as a table or as JSON. Where one is above its limit, the process will exit with 1. */
export function report(rows: readonly Measured[], asJson: boolean): void {
  const failed = rows.filter(({ measured, atMost }) => atMost !== null && measured > atMost)
  if (asJson) process.stdout.write(`${JSON.stringify({ rows, ok: failed.length === 0 })}\n`)
  else for (const row of rows) process.stdout.write(`${lineOf(row)}\n`)
  if (failed.length > 0) process.exitCode = 1
}

function lineOf({ what, measured, unit, atMost }: Measured): string {
  const digits = measured > 0 && measured < 0.01 ? 4 : 2
  const number = measured >= 100 ? Math.round(measured).toLocaleString('en') : measured.toFixed(digits)
  const bound = atMost === null ? '' : `at most ${atMost} ${unit}`
  const verdict = atMost === null ? '' : measured <= atMost ? 'ok' : 'TOO MUCH'
  return `${what.padEnd(66)} ${`${number} ${unit}`.padStart(14)}   ${bound.padEnd(18)} ${verdict}`
}
