import * as z from 'zod/mini'
import { nameOf } from '../display-text.ts'
import { boundedText, latitude, listOf, longitude } from '../fields.ts'
import { problemSchema } from '../problems.ts'
import { isTimezone } from '../time.ts'
import { laddersSchema, lightningLadderSchema, weatherLadderSchema } from './levels.ts'

/** Monitored places in `PLACES_FILE` and `GET /api/places`: GeoJSON (RFC 7946), one feature each. */

export const PLACES_MAX = 10_000
/** Maximum points of a line or an area; finer detail is irrelevant at the accuracy of lightning data. */
export const POINTS_MAX = 2_000
export const PLACE_NAME_MAX = 120
/** Height and further values that programs append. */
const POSITION_MAX = 8
export const HOLD_MIN_RANGE = [5, 30] as const
export const RING_KM_RANGE = [0.5, 50] as const

const km = z.number().check(z.minimum(RING_KM_RANGE[0]), z.maximum(RING_KM_RANGE[1]))
/** A height is ignored. */
const position = z.pipe(
  z.tuple([longitude, latitude], z.number()).check(z.maxLength(POSITION_MAX)),
  z.transform(([lon, lat]): [number, number] => [lon, lat]),
)
const path = listOf(position).check(z.minLength(2))
const ring = listOf(position).check(
  z.minLength(4),
  z.refine((points) => String(points[0]) === String(points.at(-1)), { params: { problem: 'geometry-ring' } }),
)
/** An area: its outer ring and its holes. */
const rings = listOf(ring).check(z.minLength(1))
const isBounded = z.refine((value: unknown) => JSON.stringify(value).split(',').length / 2 <= POINTS_MAX, {
  params: { problem: 'geometry-points', most: POINTS_MAX },
})

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

const idSchema = z.string().check(z.regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/))

const placePropertiesSchema = z.looseObject({
  id: idSchema,
  name: nameSchema,
  nameZh: z.nullish(nameSchema),
  group: z.nullish(nameSchema),
  /** Innermost first, from the edge of the geometry. */
  ringsKm: z.nullish(
    z.array(km).check(
      z.minLength(1),
      z.maxLength(4),
      z.refine((rings) => rings.every((each, i) => i === 0 || each > rings[i - 1]!)),
    ),
  ),
  holdMin: z.nullish(z.int().check(z.minimum(HOLD_MIN_RANGE[0]), z.maximum(HOLD_MIN_RANGE[1]))),
  /** Of a line: its single ring. */
  distanceKm: z.nullish(km),
  /** Action levels instead of rings and hold time, and for airport reports; most severe first. */
  levels: z.nullish(lightningLadderSchema),
  weather: z.nullish(weatherLadderSchema),
  /** The place whose geometry and reports it shares; its own geometry is null then. */
  at: z.nullish(idSchema),
  timeZone: z.nullish(boundedText.check(z.refine(isTimezone))),
  /** Monitoring hours, in its time zone, else UTC; default always. */
  hours: z.nullish(z.string().check(z.maxLength(HOURS_MAX_LENGTH, { abort: true }), z.regex(HOURS))),
  /** Local time at which the daily report is e-mailed: `07:00`. */
  dailyReport: z.nullish(z.string().check(z.regex(TIME_OF_DAY))),
  /** In responses only: index of its entry in `ladders`, if it differs from its own settings. */
  ladders: z.optional(z.int()),
  /** In responses only: drawn or imported on the page, and editable there. */
  drawn: z.optional(z.boolean()),
})

export const placeFeatureSchema = z.looseObject({
  type: z.literal('Feature'),
  geometry: z.nullable(geometrySchema),
  properties: placePropertiesSchema,
})
export type PlaceFeature = z.infer<typeof placeFeatureSchema>

/** `GET /api/places`. */
export const placeCollectionSchema = z.looseObject({
  type: z.literal('FeatureCollection'),
  features: listOf(placeFeatureSchema),
  /** Ladders assigned by server rules, each once. */
  ladders: z.optional(listOf(laddersSchema)),
})

/** The same for readers: features are parsed individually, so that an invalid one is dropped alone. */
export const placeListSchema = z.looseObject({
  features: listOf(z.unknown()),
  ladders: z.catch(z.optional(listOf(laddersSchema)), []),
})

export const featureWithIdSchema = z.looseObject({
  properties: z.looseObject({ id: placePropertiesSchema.shape.id, drawn: placePropertiesSchema.shape.drawn }),
})

/** `POST /api/places`: ids of the added places, and problems of the others. */
export const placesTakenSchema = z.looseObject({ added: listOf(boundedText), problems: listOf(problemSchema) })
export type PlacesTaken = z.infer<typeof placesTakenSchema>
