import { HORIZONS_MIN } from '../../../../../contract/nowcast.ts'
import {
  EXPECT_PERCENT_RANGE,
  LEVEL_KM_RANGE,
  LEVEL_NAME_MAX,
  type Level,
  LIGHTNING_HOLD_MIN_RANGE,
  lightningLadderSchema,
  WHO_MAX,
} from '../../../../../contract/watch/levels.ts'
import { COLOURS } from '../../../../../contract/watch/place-states.ts'
import { lettersOf } from '../drawing-text.ts'

export interface LevelFieldValues {
  /** Identifies a level of the form, independent of the order. */
  key: number
  /** Null for a new level, whose id is derived from its name. */
  id: string | null
  name: string
  nameZh: string
  km: string
  holdMin: string
  action: string
  actionZh: string
  who: string
  colour: string
  percent: string
  withinMin: string
  /** Properties without a field, kept unchanged. */
  kept: Pick<Level, 'strikes' | 'withinMin' | 'chance'> & { expectKm: number | undefined }
}

const LEVEL_CHECKED = ['name', 'km', 'holdMin', 'percent', 'who'] as const
export type LevelChecked = (typeof LEVEL_CHECKED)[number] | 'order'

const KEPT_OF_NEW = { strikes: 1, withinMin: 10, chance: undefined, expectKm: undefined }
const EXPECT_WITHIN_DEFAULT = '30'

export function levelFieldValuesOf(levels: readonly Level[]): readonly LevelFieldValues[] {
  return levels.map((level, key): LevelFieldValues => {
    const { id, name, nameZh = '', km, holdMin, action = '', actionZh = '', who = [], colour = '', expect } = level
    return {
      key,
      id,
      name,
      nameZh,
      action,
      actionZh,
      colour,
      who: who.join(', '),
      km: km === undefined ? '' : String(km),
      holdMin: String(holdMin),
      percent: expect ? String(expect.percent) : '',
      withinMin: String(expect?.withinMin ?? EXPECT_WITHIN_DEFAULT),
      kept: { strikes: level.strikes, withinMin: level.withinMin, chance: level.chance, expectKm: expect?.km },
    }
  })
}

/** A level with other values. A distance in its names follows its distance. */
export function withChange(level: LevelFieldValues, change: Partial<LevelFieldValues>): LevelFieldValues {
  const { km } = change
  if (km === undefined) return { ...level, ...change }
  const name = restated(level.name, `${level.km} km`, `${km} km`)
  const nameZh = restated(level.nameZh, `${level.km}公里`, `${km}公里`)
  return { ...level, name, nameZh, ...change }
}

/** `STOP within 6 km` of `STOP within 7 km`; not of `STOP within 17 km`. */
function restated(name: string, old: string, distance: string): string {
  const at = name.indexOf(old)
  if (at < 0 || /[\d.]$/.test(name.slice(0, at))) return name
  return name.slice(0, at) + distance + name.slice(at + old.length)
}

/** Another level below the others, twice as far out as the last one. */
export function withOneMore(levels: readonly LevelFieldValues[]): readonly LevelFieldValues[] {
  const last = levels.at(-1)
  const km = Math.min(LEVEL_KM_RANGE[1], 2 * (numberOf(last?.km ?? '') ?? LEVEL_KM_RANGE[0] * 5))
  const added: LevelFieldValues = {
    key: 1 + Math.max(-1, ...levels.map(({ key }) => key)),
    id: null,
    kept: KEPT_OF_NEW,
    name: '',
    nameZh: '',
    km: String(km),
    holdMin: last?.holdMin ?? '30',
    action: '',
    actionZh: '',
    who: '',
    colour: '',
    percent: '',
    withinMin: EXPECT_WITHIN_DEFAULT,
  }
  return [...levels, added]
}

export function moved(levels: readonly LevelFieldValues[], index: number, by: 1 | -1): readonly LevelFieldValues[] {
  const other = levels[index + by]
  return other ? levels.with(index, other).with(index + by, levels[index]!) : levels
}

export function wrongIn(levels: readonly LevelFieldValues[], index: number): LevelChecked[] {
  const { name, km, holdMin, percent, who, kept } = levels[index]!
  const distance = numberOf(km)
  const mayBeBlank = kept.chance?.km !== undefined
  const nearer = levels.slice(0, index).flatMap((level) => numberOf(level.km) ?? [])
  const names = namesOf(who)
  const isRight = {
    name: name.trim() !== '' && name.trim().length <= LEVEL_NAME_MAX,
    km: km.trim() === '' ? mayBeBlank : isIn(distance, LEVEL_KM_RANGE),
    holdMin: isIn(numberOf(holdMin), LIGHTNING_HOLD_MIN_RANGE) && /^\d+$/.test(holdMin.trim()),
    percent: percent.trim() === '' || isIn(numberOf(percent), EXPECT_PERCENT_RANGE),
    who: names.length <= WHO_MAX && names.every((each) => each.length <= LEVEL_NAME_MAX),
  }
  const wrong: LevelChecked[] = LEVEL_CHECKED.filter((field) => !isRight[field])
  if (isRight.km && distance !== null && distance < Math.max(0, ...nearer)) wrong.push('order')
  return wrong
}

/** The ladder that was typed; null while something in it is not allowed. `taken` are the ids of other levels of the place. */
export function ladderFrom(levels: readonly LevelFieldValues[], taken: readonly string[]): Level[] | null {
  if (levels.some((_, index) => wrongIn(levels, index).length > 0)) return null
  const ids = new Set([...taken, ...levels.flatMap(({ id }) => id ?? [])])
  const built = levels.map((said, index) => {
    const id = said.id ?? newId(said.name, index, ids)
    ids.add(id)
    return levelFrom(said, id)
  })
  const read = lightningLadderSchema.safeParse(built)
  return read.success ? read.data : null
}

function levelFrom(said: LevelFieldValues, id: string) {
  const { strikes, withinMin, chance, expectKm } = said.kept
  const percent = numberOf(said.percent)
  const km = numberOf(said.km)
  const within = HORIZONS_MIN.find((each) => String(each) === said.withinMin)
  const names = namesOf(said.who)
  const texts = (['nameZh', 'action', 'actionZh'] as const).flatMap((field) => {
    const text = said[field].trim()
    return text === '' ? [] : [[field, text] as const]
  })
  return {
    id,
    name: said.name.trim(),
    strikes,
    withinMin,
    holdMin: Number(said.holdMin),
    ...Object.fromEntries(texts),
    ...(km !== null && { km }),
    ...(chance && { chance }),
    ...(percent !== null && {
      expect: { ...(expectKm !== undefined && { km: expectKm }), percent, withinMin: within },
    }),
    ...(names.length > 0 && { who: names }),
    ...(COLOURS.some((each) => each === said.colour) && { colour: said.colour }),
  }
}

function newId(name: string, index: number, taken: ReadonlySet<string>): string {
  const letters = lettersOf(name, 28) || `level-${index + 1}`
  for (let count = 1; ; count++) {
    const id = count === 1 ? letters : `${letters}-${count}`
    if (!taken.has(id)) return id
  }
}

function namesOf(text: string): string[] {
  return text
    .split(/[,，、;；]/)
    .map((name) => name.trim())
    .filter((name) => name !== '')
}

function numberOf(text: string): number | null {
  const number = /^\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : Number.NaN
  return Number.isFinite(number) ? number : null
}

function isIn(value: number | null, [least, most]: readonly [number, number]): boolean {
  return value !== null && value >= least && value <= most
}
