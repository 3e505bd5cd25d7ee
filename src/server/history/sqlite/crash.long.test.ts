import { it } from 'vitest'
import { expectCompleteAfterKills } from '../../../testing/history-kills.ts'

const KILLS = Number(process.env.HISTORY_KILLS ?? 100)

it('a history is readable and complete after its process was killed a hundred times, at any moment', () =>
  expectCompleteAfterKills(KILLS))
