import type { Stage } from '../../contract/watch/alarms.ts'
import { ALERT_SETTINGS_DEFAULT } from '../airports/alert-rules.ts'
import type { Place } from '../places/place.ts'

/** What may be raised of a place, and from when on. */
export interface Rules {
  /** An approach is raised when lightning is likely to arrive within so many minutes, or as probable within them. */
  approachMin: (typeof APPROACH_MINUTES)[number]
  approachChance: number
  windMps: number
  visibilityM: number
  ceilingM: number
  /** Stages that are not raised. */
  off: readonly Stage[]
}

/** The times ahead for which a probability is reckoned. */
export const APPROACH_MINUTES = [10, 15, 30, 60] as const

/** Stages that may be left out: those of a strike, and of what was not watched, are raised in any case. */
export const MAY_BE_OFF = [
  'approach',
  'category',
  'wind',
  'visibility',
  'ceiling',
  'speci',
  'overdue',
] as const satisfies readonly Stage[]

export const RULES_DEFAULT: Rules = {
  approachMin: 30,
  approachChance: 0.5,
  windMps: ALERT_SETTINGS_DEFAULT.gustMps,
  visibilityM: ALERT_SETTINGS_DEFAULT.visibilityM,
  ceilingM: ALERT_SETTINGS_DEFAULT.ceilingM,
  off: [],
}

/** Other rules for some places: `*`, ids, `group:NAME`. */
export type RulesEntry = { places: readonly string[] } & { [Name in keyof Rules]?: Rules[Name] | undefined }

/** Of several entries that name a place the last one counts, setting by setting. */
export function rulesOf(entries: readonly RulesEntry[], { id, group }: Pick<Place, 'id' | 'group'>): Rules {
  const names = ['*', id, ...(group === null ? [] : [`group:${group}`])]
  const named = entries.filter(({ places }) => places.some((place) => names.includes(place)))
  const settings = named.flatMap(({ places: _, ...entry }) => Object.entries(entry))
  return { ...RULES_DEFAULT, ...Object.fromEntries(settings.filter(([, value]) => value !== undefined)) }
}
