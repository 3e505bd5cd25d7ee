import { vi } from 'vitest'
import { readLocales } from '../../server/read-locales.ts'
import { resetStores } from './zustand.ts'

// Before each test file: nothing that an earlier file of the same process left behind, in the document first, as what is
// unmounted may still change a store; and the server's texts of every language, as the server has them.
if (typeof document !== 'undefined') {
  const { cleanup, configure } = await import('@testing-library/react')
  cleanup()
  document.body.replaceChildren()
  // A slow machine may need minutes to render an element. The error for a missing element omits the document.
  configure({ asyncUtilTimeout: 120_000, getElementError: (message) => new Error(message?.split('\n', 1)[0]) })
}
resetStores()
vi.unstubAllGlobals()
readLocales()
