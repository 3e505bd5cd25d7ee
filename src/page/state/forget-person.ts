import { PREFERENCES_KEY } from './preferences-key.ts'

const OURS = 'brontide.'
/** What is the screen's, whoever sits before it: how it looks, that its hint was seen, and what a wall got over. */
const OF_THE_SCREEN: readonly string[] = [
  PREFERENCES_KEY,
  'brontide.hinted',
  'brontide.reloads',
  'brontide.reload-told',
  'brontide.heals',
]

/** Takes away what the page keeps of whoever used it: their name, word, alerts, views, watched airports and drafts. */
export function forgetPerson(storages: readonly Pick<Storage, 'length' | 'key' | 'removeItem'>[]): void {
  for (const storage of storages) {
    const keys = Array.from({ length: storage.length }, (_, i) => storage.key(i) ?? '')
    for (const key of keys) if (key.startsWith(OURS) && !OF_THE_SCREEN.includes(key)) storage.removeItem(key)
  }
}
