import { it } from 'vitest'
import { LONG_WORLDS, levelProperties } from '../../testing/levels/level-properties.ts'

const { LEVEL_WORLDS = '600', LEVEL_SEED = '7' } = process.env

it.each(Object.entries(levelProperties(LONG_WORLDS)))('%s, in 600 worlds', (_, holds) =>
  holds(Number(LEVEL_WORLDS), Number(LEVEL_SEED)),
)
