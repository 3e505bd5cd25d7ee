import { expect, it } from 'vitest'
import { registerAnswerStoreSuite } from '../../../testing/engines/answer-store-suite.ts'
import { createNotesInMemory } from '../../../testing/fakes/forgetful-history.ts'
import { createLocalAnswerStore } from './local-answer-store.ts'

registerAnswerStoreSuite('in the memory of one process', () => {
  const notes = createNotesInMemory()
  return { open: () => createLocalAnswerStore(notes) }
})

it('deletes responses to single words stored by earlier versions', async () => {
  const notes = createNotesInMemory()
  await notes.set('answer airports?keyword=x1', '{}')
  const list = { status: 200, body: null, asOfMs: 0, heldMs: 0, freshMs: 0 }
  await createLocalAnswerStore(notes).put('airports', list, { keep: true })
  expect(await notes.get('answer airports?keyword=x1')).toBeNull()
  expect(await notes.get('answer airports')).not.toBeNull()
})
