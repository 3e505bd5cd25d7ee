import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { registerHistorySuite } from '../../../testing/engines/history-suite.ts'
import { registerWatchStoreSuite } from '../../../testing/engines/watch-store-suite.ts'
import { setUpHistory, temporaryFolder } from '../../../testing/history-kit.ts'

registerHistorySuite('SQLite on disk', () => {
  const { clock, history, reopen } = setUpHistory()
  return { clock, history, reopen }
})

registerHistorySuite('SQLite in memory, where no folder can be made', () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'taken'), '')
  const { clock, history } = setUpHistory({ dir: join(folder, 'taken', 'var') })
  return { clock, history, reopen: null }
})

registerWatchStoreSuite('SQLite on disk', async () => {
  const { clock, history, reopen } = setUpHistory()
  return { clock, store: history.watch, reopen: async () => (await reopen()).watch }
})
