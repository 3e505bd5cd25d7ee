import { it } from 'vitest'
import { levelProperties, SHORT_WORLDS } from '../../testing/levels/level-properties.ts'

it.each(Object.entries(levelProperties(SHORT_WORLDS)))('%s', (_, holds) => holds(60, 20_260_700))
