import { type Level, lightningLadderSchema } from '../../../../contract/watch/levels.ts'
import { levelsOfRings } from '../../../../core/levels/ladder-of.ts'

/** What of a level the bench tries. Distances km, times minutes, chances %. */
export interface BenchDraft {
  /** Null for a level that goes by chances alone. */
  km: number | null
  strikes: number
  withinMin: number
  /** 0 for none. */
  chance: number
  chanceMin: NonNullable<Level['chance']>['withinMin']
  holdMin: number
}

const CHANCE_MIN = 30

export function draftOf({ km, strikes, withinMin, chance, holdMin }: Level): BenchDraft {
  const { percent = 0, withinMin: chanceMin = CHANCE_MIN } = chance ?? {}
  return { km: km ?? null, strikes, withinMin, chance: percent, chanceMin, holdMin }
}

/** The level with what was tried; null while that is none. A level that is called by its distance is called by the new one. */
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

/** The ladder with a level in the place of another; null where that is no ladder, as where a more severe level reaches farther. */
export function ladderWith(levels: readonly Level[], index: number, level: Level): Level[] | null {
  const ladder = levels.with(index, level)
  return lightningLadderSchema.safeParse(ladder).success ? ladder : null
}

/** What the server is asked to judge: without what is only said of a level. */
export function judgedJson({ id, km, strikes, withinMin, chance, holdMin }: Level): string {
  return JSON.stringify({ id, name: id, km, strikes, withinMin, chance, holdMin })
}

/** The ladder as it is to be written: an entry of `RULES_FILE`, or what a place of `PLACES_FILE` states itself. */
export function ladderText(levels: readonly Level[], place: string | null): string {
  return JSON.stringify(place === null ? { levels } : { places: [place], levels })
}
