import { join } from 'node:path'

/** The compiler's incremental state of a tree, by its root: unchanged files are not checked again. */
export const TYPES_FOUND = join('.cache', 'types.tsbuildinfo')
