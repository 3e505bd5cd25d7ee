import { vi } from 'vitest'
import { readLocales } from '../../server/read-locales.ts'
import { resetStores } from './zustand.ts'

// Before each test file: the server's texts of every language, as the server has them; and nothing that an earlier file
// of the same process left behind.
readLocales()
resetStores()
vi.unstubAllGlobals()

if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/react')
  // Missing elements are reported by name, without the document. A busy machine takes long to show what is expected.
  configure({ asyncUtilTimeout: 120_000, getElementError: (message) => new Error(message?.split('\n', 1)[0]) })
}
