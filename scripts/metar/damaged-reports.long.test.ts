import { it } from 'vitest'
import { decodeDamaged } from './reference-reports.ts'

it('throws on none of 100,000 damaged reports, and answers each with numbers or null', () => decodeDamaged(100_000))
