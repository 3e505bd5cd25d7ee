import { it } from 'vitest'
import { LEVEL_PROPERTIES } from '../../testing/levels/level-properties.ts'

it.each(Object.entries(LEVEL_PROPERTIES))('%s', (_, holds) => holds(60, 20_260_700))
