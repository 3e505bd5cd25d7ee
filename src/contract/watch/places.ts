import * as z from 'zod/mini'
import { nameOf } from '../display-text.ts'
import { boundedText, latitude, listOf, longitude } from '../fields.ts'
import { isTimezone } from '../query.ts'

/** The guarded places, as `PLACES_FILE` and `GET /api/places` have them: GeoJSON (RFC 7946), a feature each. */

export const PLACES_MAX = 10_000
/** Points of a line or an area; what is drawn finer than that says no more about lightning. */
const POINTS_MAX = 2_000
const PLACE_NAME_MAX = 120
/** A height, and whatever else a program writes behind it. */
const POSITION_MAX = 8
export const HOLD_MIN_RANGE = [5, 30] as const
export const RING_KM_RANGE = [0.5, 50] as const

const km = z.number().check(z.minimum(RING_KM_RANGE[0]), z.maximum(RING_KM_RANGE[1]))
/** A height may follow, and is not looked at. */
const position = z.pipe(
  z.tuple([longitude, latitude], z.number()).check(z.maxLength(POSITION_MAX)),
  z.transform(([lon, lat]): [number, number] => [lon, lat]),
)
const path = listOf(position).check(z.minLength(2))
const ring = listOf(position).check(
  z.minLength(4),
  z.refine((points) => String(points[0]) === String(points.at(-1))),
)
/** An area: its outer ring, and those of its holes. */
const rings = listOf(ring).check(z.minLength(1))
const isBounded = z.refine((value: unknown) => JSON.stringify(value).split(',').length / 2 <= POINTS_MAX)

const geometrySchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('Point'), coordinates: position }),
  z.object({ type: z.literal('LineString'), coordinates: path.check(isBounded) }),
  z.object({ type: z.literal('MultiLineString'), coordinates: listOf(path).check(z.minLength(1), isBounded) }),
  z.object({ type: z.literal('Polygon'), coordinates: rings.check(isBounded) }),
  z.object({ type: z.literal('MultiPolygon'), coordinates: listOf(rings).check(z.minLength(1), isBounded) }),
])

const nameSchema = nameOf(PLACE_NAME_MAX)
const DAY = '(Mo|Tu|We|Th|Fr|Sa|Su)'
const DAYS = `${DAY}(-${DAY})?(,${DAY}(-${DAY})?)*`
const TIMES = '([01]\\d|2[0-3]):[0-5]\\d-(([01]\\d|2[0-3]):[0-5]\\d|24:00)'
/** `07:00`. */
export const TIME_OF_DAY = /^([01]\d|2[0-3]):[0-5]\d$/
export const HOURS_MAX_LENGTH = 200
/** `Mo-Fr 06:00-22:00; Sa,Su 22:00-04:00`. */
export const HOURS = new RegExp(`^(${DAYS} )?${TIMES}(; ?(${DAYS} )?${TIMES})*$`)

const placePropertiesSchema = z.looseObject({
  id: z.string().check(z.regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/)),
  name: nameSchema,
  nameZh: z.nullish(nameSchema),
  group: z.nullish(nameSchema),
  /** From the inside out, from the geometry's edge. */
  ringsKm: z.nullish(
    z.array(km).check(
      z.minLength(1),
      z.maxLength(4),
      z.refine((rings) => rings.every((each, i) => i === 0 || each > rings[i - 1]!)),
    ),
  ),
  holdMin: z.nullish(z.int().check(z.minimum(HOLD_MIN_RANGE[0]), z.maximum(HOLD_MIN_RANGE[1]))),
  /** Of a line: its one ring. */
  distanceKm: z.nullish(km),
  timeZone: z.nullish(boundedText.check(z.refine(isTimezone))),
  /** When it is guarded, in its time zone, else UTC; always where nothing is said. */
  hours: z.nullish(z.string().check(z.maxLength(HOURS_MAX_LENGTH, { abort: true }), z.regex(HOURS))),
  /** When the report of the day before goes out by e-mail, by its clocks: `07:00`. */
  dailyReport: z.nullish(z.string().check(z.regex(TIME_OF_DAY))),
  /** In answers alone: it was drawn or imported on the page, and can be changed there. */
  drawn: z.optional(z.boolean()),
})

export const placeFeatureSchema = z.looseObject({
  type: z.literal('Feature'),
  geometry: geometrySchema,
  properties: placePropertiesSchema,
})
export type PlaceFeature = z.infer<typeof placeFeatureSchema>

/** `GET /api/places`. */
export const placeCollectionSchema = z.looseObject({
  type: z.literal('FeatureCollection'),
  features: listOf(placeFeatureSchema),
})

/** The same for who reads it: each feature is looked at for itself, so that a bad one costs no other. */
export const placeListSchema = z.looseObject({ features: listOf(z.unknown()) })

/** Of a feature that can't be read, by what it is named. */
export const featureWithIdSchema = z.looseObject({
  properties: z.looseObject({ id: placePropertiesSchema.shape.id, drawn: placePropertiesSchema.shape.drawn }),
})

/** `POST /api/places`: the ids of those that are guarded from now on, and what is wrong with the others. */
export const placesTakenSchema = z.looseObject({ added: listOf(boundedText), problems: listOf(boundedText) })
export type PlacesTaken = z.infer<typeof placesTakenSchema>

/** What is allowed in each part of a feature, in words. */
export const PLACE_RULES: Record<string, string> = {
  type: 'must be "Feature"',
  geometry: `must be a Point, LineString, MultiLineString, Polygon or MultiPolygon of at most ${POINTS_MAX} points, longitude first, in degrees; each part has at least two points, each ring of an area at least four and ends where it begins`,
  properties: 'must be an object with id and name',
  id: 'must be 1 to 64 letters, digits, dots, dashes or underscores, and begin with a letter or digit',
  name: `must be a text of 1 to ${PLACE_NAME_MAX} characters`,
  nameZh: `must be a text of 1 to ${PLACE_NAME_MAX} characters`,
  group: `must be a text of 1 to ${PLACE_NAME_MAX} characters`,
  ringsKm: `must be one to four growing distances from ${RING_KM_RANGE.join(' to ')} km`,
  holdMin: `must be a whole number of minutes from ${HOLD_MIN_RANGE.join(' to ')}`,
  distanceKm: `must be a distance from ${RING_KM_RANGE.join(' to ')} km`,
  drawn: 'must be true or false',
  timeZone: 'must be an IANA time zone such as Asia/Shanghai',
  dailyReport: 'must be a time such as "07:00"',
  hours: `must be hours such as "06:00-22:00", or "Mo-Fr 06:00-22:00; Sa,Su 08:00-12:00", in at most ${HOURS_MAX_LENGTH} characters`,
}
