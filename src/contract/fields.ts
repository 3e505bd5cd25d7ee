import * as z from 'zod/mini'

/** A field that we can do without: null where it is missing, empty, or of another type than was promised. */
export const lenient = <T extends z.core.$ZodType>(schema: T) => z.catch(z.nullish(schema), null)

export const number = lenient(z.number())
export const text = lenient(z.string())
export const flag = lenient(z.boolean())

export const latitude = z.number().check(z.minimum(-90), z.maximum(90))
export const longitude = z.number().check(z.minimum(-180), z.maximum(180))

/** Names and codes that some answers give as numbers. */
export const name = z.union([z.string(), z.pipe(z.number(), z.transform(String))])
