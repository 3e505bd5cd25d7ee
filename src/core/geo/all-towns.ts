import SMALLER_DATA from '../../../data/towns-cn.json' with { type: 'json' }
import { TOWNS, type Town } from './towns.ts'

/** The larger towns of the world, then the smaller ones and the county seats of China, the larger ones first. */
export const ALL_TOWNS: readonly Town[] = [
  ...TOWNS,
  ...(SMALLER_DATA as [string, string, number, number, string | null][]).map(([en, zh, lat, lon, pinyin]) => ({
    en,
    zh,
    lat,
    lon,
    pinyin,
    country: 'CHN',
  })),
]
