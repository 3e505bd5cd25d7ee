import * as z from 'zod/mini'
import { cutDisplayText, ID_MAX, NAME_MAX, TEXT_MAX } from './display-text.ts'

/** Above any response: five minutes of the whole world in the worst case are a third of it. */
export const RECORDS_MAX = 1_000_000
/** Above the number of names in any object of the wire. */
const ENTRIES_MAX = 500

/** An optional field: null if it is missing, empty, or of an unexpected type. */
export const lenient = <T extends z.core.$ZodType>(schema: T) => z.catch(z.nullish(schema), null)

/** Text without a specific limit. */
export const boundedText = z.string().check(z.maxLength(TEXT_MAX))
/** UTC, ISO 8601. */
export const utcInstant = z.iso.datetime('must be a UTC time like 2026-07-01T08:00:00Z').check(z.maxLength(ID_MAX))

/** A number, which some writers send as text. */
export const number = z.catch(z.nullish(z.number()), (met?: { input?: unknown }) => writtenNumber(met?.input))
export const text = lenient(boundedText)

/** Identifiers and codes, which some responses give as numbers. */
export const name = z.union([
  z.string().check(z.maxLength(ID_MAX)),
  z.pipe(z.union([z.number(), z.bigint()]), z.transform(String)),
])
/** A time as text; some writers send Unix time as a number. */
export const instant = lenient(name)
export const flag = z.catch(z.nullish(z.boolean()), (met?: { input?: unknown }) =>
  met?.input === 'true' ? true : met?.input === 'false' ? false : null,
)

export const latitude = z.number().check(z.minimum(-90), z.maximum(90))
export const longitude = z.number().check(z.minimum(-180), z.maximum(180))

/** A number; values outside the range, such as -9999, mean "unknown". */
export const numberWithin = (least: number, most: number) =>
  z.catch(z.nullish(z.number().check(z.minimum(least), z.maximum(most))), (met?: { input?: unknown }) => {
    const value = writtenNumber(met?.input)
    return value !== null && value >= least && value <= most ? value : null
  })

const NUMBER = /^\s*[+-]?\d{1,20}(?:\.\d{0,20})?(?:e[+-]?\d{1,2})?\s*$/i

function writtenNumber(text: unknown): number | null {
  return typeof text === 'string' && text.length <= ID_MAX && NUMBER.test(text) ? Number(text) : null
}

/** Degrees, which some upstream responses give as text. */
const degreesText = z.string().check(z.maxLength(ID_MAX), z.regex(/^\s*[+-]?\d{1,3}(\.\d{0,20})?\s*$/))
const degrees = z.union([z.number(), z.pipe(degreesText, z.transform(Number))])
export const givenLatitude = z.pipe(degrees, latitude)
/** Some services count from 0 to 360°. */
export const givenLongitude = z.pipe(
  z.pipe(
    degrees,
    z.transform((east) => (east > 180 && east <= 360 ? east - 360 : east)),
  ),
  longitude,
)

/** A displayed name, cut to its limit; empty if the service has none. */
export const shownName = lenient(
  z.string().check(
    z.overwrite((said) => cutDisplayText(said, NAME_MAX)),
    z.maxLength(NAME_MAX),
  ),
)

/** A list whose items are parsed individually. */
export const listOf = <T extends z.core.$ZodType>(item: T, most = RECORDS_MAX) => z.array(item).check(z.maxLength(most))

/** An object with arbitrary names. */
export const recordOf = <T extends z.core.$ZodType>(value: T, most = ENTRIES_MAX) =>
  z.record(z.string().check(z.maxLength(NAME_MAX)), value).check(
    z.refine((entries) => Object.keys(entries).length <= most, {
      error: `must have at most ${most} names`,
      params: { maximum: most },
    }),
  )
