export const TYPES_FOUND: string
