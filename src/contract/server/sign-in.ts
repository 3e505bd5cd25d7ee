import * as z from 'zod/mini'
import { nameOf } from '../display-text.ts'
import { boundedText, listOf } from '../fields.ts'

/** `POST /api/session`. In a separate file, because a page does not need it before its map. */
export const signInSchema = z.object({
  password: z.string().check(z.minLength(1), z.maxLength(1_024)),
  name: z.optional(z.string().check(z.maxLength(128))),
})
export type SignIn = z.infer<typeof signInSchema>
/** The same for a wall, with the code of its link. */
export const wallSignInSchema = z.object({ wall: z.string().check(z.minLength(1), z.maxLength(64)) })
export type WallSignIn = z.infer<typeof wallSignInSchema>

/** An admitted wall display. Times are UTC ISO 8601. */
const wallSchema = z.looseObject({
  id: boundedText,
  name: boundedText,
  /** Person who admitted it; null for a password without a name. */
  madeBy: z.nullable(boundedText),
  madeAt: boundedText,
  /** Expiry of its link; null once the link was used. */
  linkUntil: z.nullable(boundedText),
  /** Null before its first request. */
  seenAt: z.nullable(boundedText),
})
export type ListedWall = z.infer<typeof wallSchema>
/** `GET /api/walls`. */
export const wallListSchema = z.looseObject({ walls: listOf(wallSchema) })
export type WallList = z.infer<typeof wallListSchema>
/** `POST /api/walls`, and its response: the code for the wall's link is returned only once. */
export const admitWallSchema = z.object({ name: nameOf(60) })
export const admittedWallSchema = z.extend(wallSchema, { code: boundedText })
export type AdmittedWall = z.infer<typeof admittedWallSchema>
