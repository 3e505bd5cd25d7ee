import { it } from 'vitest'
import { decodeDamaged } from '../../src/testing/metar/reference-reports.ts'

it('throws on none of 100,000 damaged reports, and returns numbers or null for each', () => decodeDamaged(100_000))
