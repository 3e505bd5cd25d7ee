import type { HeldStrike, StrikeColumns } from '../../../../core/strikes/strike-columns.ts'
import { type StrikeName, strikeId } from './strike-id.ts'

/** Finds the strike with an id among those in memory; searches again only after new data, or for another id. */
export function createStrikeFinder(): (name: StrikeName, columns: StrikeColumns) => HeldStrike | null {
  let sought: { id: string; columns: StrikeColumns; end: number; sequence: number | null } | null = null
  return (name, columns) => {
    const id = strikeId(name)
    const isSame = sought?.id === id && sought.columns === columns
    if (!sought || !isSame || (sought.sequence === null && sought.end !== columns.end)) {
      sought = { id, columns, end: columns.end, sequence: columns.find(name.timeMs, name.lat, name.lon) }
    }
    return sought.sequence === null ? null : columns.at(sought.sequence)
  }
}
