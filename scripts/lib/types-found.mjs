import { join } from 'node:path'

/** What the compiler found when it last checked a tree, from its root: what still holds of that is not looked at again. */
export const TYPES_FOUND = join('.cache', 'types.tsbuildinfo')
