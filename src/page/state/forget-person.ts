import { PREFERENCES_KEY } from './preferences-key.ts'

const OURS = 'brontide.'
/** Settings of the screen, independent of the user: theme, seen hint, recovered faults. */
const OF_THE_SCREEN: readonly string[] = [
  PREFERENCES_KEY,
  'brontide.hinted',
  'brontide.reloads',
  'brontide.reload-told',
  'brontide.heals',
]

/** Deletes stored personal data: name, browser id, alerts, views, pinned airports and drafts. */
export function forgetPerson(storages: readonly Pick<Storage, 'length' | 'key' | 'removeItem'>[]): void {
  for (const storage of storages) {
    const keys = Array.from({ length: storage.length }, (_, i) => storage.key(i) ?? '')
    for (const key of keys) if (key.startsWith(OURS) && !OF_THE_SCREEN.includes(key)) storage.removeItem(key)
  }
}
