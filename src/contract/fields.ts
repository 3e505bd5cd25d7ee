import * as z from 'zod/mini'

/** A field that we can do without: null where it is missing, empty, or of another type than was promised. */
export const lenient = <T extends z.core.$ZodType>(schema: T) => z.catch(z.nullish(schema), null)

export const number = lenient(z.number())
export const text = lenient(z.string())
/** Longer than any form of an instant. */
const INSTANT_CHARS_MAX = 64
/** An instant as text; some write Unix time as a number. */
export const instant = lenient(
  z.union([
    z.string().check(z.maxLength(INSTANT_CHARS_MAX)),
    z.pipe(z.union([z.number(), z.bigint()]), z.transform(String)),
  ]),
)
export const flag = lenient(z.boolean())

export const latitude = z.number().check(z.minimum(-90), z.maximum(90))
export const longitude = z.number().check(z.minimum(-180), z.maximum(180))

/** Names and codes that some answers give as numbers. */
export const name = z.union([z.string(), z.pipe(z.number(), z.transform(String))])
