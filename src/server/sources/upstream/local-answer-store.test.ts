import { registerAnswerStoreSuite } from '../../../testing/engines/answer-store-suite.ts'
import { createNotesInMemory } from '../../../testing/fakes/forgetful-history.ts'
import { createLocalAnswerStore } from './local-answer-store.ts'

registerAnswerStoreSuite('in the memory of one process', () => {
  const notes = createNotesInMemory()
  return { open: () => createLocalAnswerStore(notes) }
})
