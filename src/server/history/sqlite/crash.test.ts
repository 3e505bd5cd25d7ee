import { it } from 'vitest'
import { expectCompleteAfterKills } from '../../../testing/history-kills.ts'

it('a history is readable and complete after its process was killed, at any moment', () => expectCompleteAfterKills(4))
