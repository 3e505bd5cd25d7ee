import * as z from 'zod/mini'

/** What is told of motion, arrival and probability: by the server, by the watch, and by `npm run nowcast`. */

const utcSchema = z.iso.datetime()

/**
 * How a storm moves: known, with its error; known to be slower than can be told; or not known. Speeds in km/h, the
 * heading in degrees clockwise from north.
 */
export const motionSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('moving'), headingDeg: z.number(), speedKmh: z.number(), errorKmh: z.number() }),
  z.object({ kind: z.literal('slow'), belowKmh: z.number() }),
  z.object({ kind: z.literal('unknown') }),
])
export type Motion = z.infer<typeof motionSchema>

/**
 * When a storm's edge reaches a ring, when its middle is nearest, and when it has passed, UTC. The last two are null
 * where it does not pass within two hours. What is reached already has the present as its times.
 */
export const arrivalSchema = z.object({
  earliest: utcSchema,
  likely: utcSchema,
  latest: utcSchema,
  core: z.nullable(utcSchema),
  passed: z.nullable(utcSchema),
})
export type Arrival = z.infer<typeof arrivalSchema>

/** In how many minutes: the horizons for which probabilities are told. */
export const HORIZONS_MIN = [10, 15, 30, 60] as const

const chanceSchema = z.nullable(z.number().check(z.minimum(0), z.maximum(1)))

/** The probability of a strike within the ring within so many minutes; null where too little was observed. */
export const chancesSchema = z.object({
  '10': chanceSchema,
  '15': chanceSchema,
  '30': chanceSchema,
  '60': chanceSchema,
})
export type Chances = z.infer<typeof chancesSchema>

/** One line of `npm run nowcast`. */
export const nowcastLineSchema = z.object({
  t: utcSchema,
  storms: z.array(
    z.object({
      id: z.number(),
      lat: z.number(),
      lon: z.number(),
      strokesPerMin: z.nullable(z.number()),
      motion: motionSchema,
    }),
  ),
  sites: z.array(z.object({ id: z.string(), p: chancesSchema, arrival: z.nullable(arrivalSchema) })),
})
export type NowcastLine = z.infer<typeof nowcastLineSchema>
