import { type Level, lightningLadderSchema } from '../../../../contract/watch/levels.ts'
import { levelsOfRings } from '../../../../core/levels/ladder-of.ts'

/** The editable values of a level on the rule bench. Distances km, times minutes, probabilities %. */
export interface BenchDraft {
  /** Null for a level with a probability only. */
  km: number | null
  strikes: number
  withinMin: number
  /** 0 without a probability. */
  chance: number
  chanceMin: NonNullable<Level['chance']>['withinMin']
  holdMin: number
}

const CHANCE_MIN = 30

export function draftOf({ km, strikes, withinMin, chance, holdMin }: Level): BenchDraft {
  const { percent = 0, withinMin: chanceMin = CHANCE_MIN } = chance ?? {}
  return { km: km ?? null, strikes, withinMin, chance: percent, chanceMin, holdMin }
}

/** The level with the edited values; null while invalid. A level named by its distance is renamed. */
export function levelOfDraft(base: Level, draft: BenchDraft): Level | null {
  const { km, chance: percent, chanceMin, ...rest } = draft
  if (km === null && (percent === 0 || base.chance?.km === undefined)) return null
  const { km: _, chance: of, ...kept } = base
  const isRing = base.km !== undefined && base.name === `${base.km} km`
  const named = isRing && km !== null && km !== base.km ? levelsOfRings([km], draft.holdMin)[0]! : base
  return {
    ...kept,
    id: named.id,
    name: named.name,
    ...(named.nameZh !== undefined && { nameZh: named.nameZh }),
    ...(km !== null && { km }),
    ...rest,
    ...(percent > 0 && { chance: { ...(of?.km !== undefined && { km: of.km }), percent, withinMin: chanceMin } }),
  }
}

/** The ladder with one level replaced; null if invalid, as when a more severe level has a larger radius. */
export function ladderWith(levels: readonly Level[], index: number, level: Level): Level[] | null {
  const ladder = levels.with(index, level)
  return lightningLadderSchema.safeParse(ladder).success ? ladder : null
}

/** The level as sent to the server for evaluation, without texts. */
export function judgedJson({ id, km, strikes, withinMin, chance, holdMin }: Level): string {
  return JSON.stringify({ id, name: id, km, strikes, withinMin, chance, holdMin })
}

/** The ladder as text: an entry of `RULES_FILE`, or the levels of a place in `PLACES_FILE`. */
export function ladderText(levels: readonly Level[], place: string | null): string {
  return JSON.stringify(place === null ? { levels } : { places: [place], levels })
}
